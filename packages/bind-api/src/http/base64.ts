/** Decodes base64 in the standard or URL alphabet. */

/** Both alphabets, with or without padding. */
const base64Pattern = /^[-\w+/]+={0,2}$/;

/**
 * The bytes of a base64 text in either alphabet, with or without padding, in any number of lines (Go ignores line ends).
 * @returns undefined for any other text, and for a text without bytes.
 */
export const fromBase64 = (text: string): Buffer | undefined => {
  const oneLine = text.replace(/[\r\n]/g, '');
  if (!base64Pattern.test(oneLine)) return undefined;
  // A remainder of one digit (six bits) is no whole byte.
  if (oneLine.replace(/=+$/, '').length % 4 === 1) return undefined;
  const bytes = Buffer.from(oneLine, 'base64');
  return bytes.length > 0 ? bytes : undefined;
};
