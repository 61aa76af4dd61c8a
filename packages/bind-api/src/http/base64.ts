/** Base64 as it comes over the wire: from either alphabet to the standard one. */

/** Both alphabets, with or without padding. */
const base64Pattern = /^[-\w+/]+={0,2}$/;

/**
 * The bytes of a base64 text in either alphabet, with or without padding, in any number of lines (Go ignores their ends).
 * @returns undefined for anything else, and for what has no bytes.
 */
export const fromBase64 = (text: string): Buffer | undefined => {
  const oneLine = text.replace(/[\r\n]/g, '');
  if (!base64Pattern.test(oneLine)) return undefined;
  // One digit more than whole bytes have: six bits that nobody wrote.
  if (oneLine.replace(/=+$/, '').length % 4 === 1) return undefined;
  const bytes = Buffer.from(oneLine, 'base64');
  return bytes.length > 0 ? bytes : undefined;
};
