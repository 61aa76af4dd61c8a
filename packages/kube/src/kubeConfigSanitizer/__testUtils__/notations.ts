// The notations of an IPv4 address in a URL.
import fc from 'fast-check';

const hex = (octets: number[]) =>
  octets.map(octet => octet.toString(16).padStart(2, '0')).join('');

const number = (octets: number[]) => Number.parseInt(hex(octets), 16);

/** Two groups of an IPv6 address. */
const groups = (octets: number[]) =>
  `${hex(octets.slice(0, 2))}:${hex(octets.slice(2))}`;

const notations: ((octets: number[]) => string)[] = [
  octets => octets.join('.'),
  octets => `${octets.join('.')}.`,
  octets => String(number(octets)),
  octets => `0x${hex(octets)}`,
  octets => `0${number(octets).toString(8)}`,
  octets => octets.map(octet => `0x${octet.toString(16)}`).join('.'),
  octets => octets.map(octet => `00${octet.toString(8)}`).join('.'),
  ([first = 0, ...rest]) => `${first}.${number(rest)}`,
  octets => octets.join('。'),
  octets =>
    octets
      .join('.')
      .replaceAll(/\d/g, digit => `%${digit.charCodeAt(0).toString(16)}`),
  octets =>
    octets
      .join('.')
      .replaceAll(/\d/g, digit => String.fromCodePoint(0xff10 + Number(digit))),
  octets => `[::ffff:${octets.join('.')}]`,
  octets => `[::ffff:${groups(octets)}]`,
  octets => `[0:0:0:0:0:ffff:${groups(octets)}]`,
  octets => `[::ffff:0:${groups(octets)}]`,
  octets => `[::${octets.join('.')}]`,
  octets => `[64:ff9b::${groups(octets)}]`,
  octets => `[64:ff9b::${octets.join('.')}]`,
  octets => `[2002:${groups(octets)}::1]`,
];

/** An IPv4 address that starts with these octets, in any notation that the URL standard or the network accepts. */
export const notationsOf = (
  ...begin: number[]
): fc.Arbitrary<{ octets: number[]; written: string }> =>
  fc
    .tuple(
      fc.array(fc.nat(255), {
        minLength: 4 - begin.length,
        maxLength: 4 - begin.length,
      }),
      fc.constantFrom(...notations),
    )
    .map(([end, write]) => {
      const octets = [...begin, ...end];
      return { octets, written: write(octets) };
    });
