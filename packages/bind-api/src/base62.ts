/** Base62, the encoding of hashes and ids in upstream Klutch. */
import { createHash } from 'node:crypto';

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Bytes as one big-endian number in base 62 (`0-9a-zA-Z`), as Go's `big.Int.Text(62)` prints it. */
export const base62 = (bytes: Uint8Array): string => {
  let rest = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  while (rest > 0n) {
    text = digits.charAt(Number(rest % 62n)) + text;
    rest /= 62n;
  }
  return text || '0';
};

/** base62 of the SHA-224 of a string: at most 38 characters. */
export const sha224Base62 = (text: string): string =>
  base62(createHash('sha224').update(text).digest());
