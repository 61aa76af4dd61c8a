/** Validation of Kubernetes names, and hashed names for pairs that do not fit into one name. */
import { createHash } from 'node:crypto';

/** Longest namespace name (a DNS label). */
export const maxNamespaceName = 63;
/** Longest object name (a DNS subdomain). */
export const maxObjectName = 253;

const label = '[a-z0-9]([-a-z0-9]*[a-z0-9])?';
const dnsLabel = new RegExp(`^${label}$`);
const dnsSubdomain = new RegExp(`^${label}(\\.${label})*$`);

const nameProblem = (
  what: string,
  text: string,
  pattern: RegExp,
  characters: string,
  maxLength: number,
): string | undefined => {
  const quoted = JSON.stringify(text.slice(0, 80));
  if (text.length > maxLength) {
    return `${quoted} is no ${what}: it has ${text.length} characters; Kubernetes allows ${maxLength}.`;
  }
  return pattern.test(text)
    ? undefined
    : `${quoted} is not a valid ${what}: use lower-case ${characters}, and start and end with a letter or digit.`;
};

/** Error message for the first invalid namespace name; undefined when all are valid. */
export const namespaceProblem = (...namespaces: string[]): string | undefined =>
  namespaces
    .map(text =>
      nameProblem(
        'name of a namespace',
        text,
        dnsLabel,
        'letters, digits and dashes',
        maxNamespaceName,
      ),
    )
    .find(Boolean);

/** Error message for an invalid object name, with `what` as the kind of object; undefined for a valid name. */
export const objectNameProblem = (
  what: string,
  text: string,
): string | undefined =>
  nameProblem(
    `name of ${what}`,
    text,
    dnsSubdomain,
    'letters, digits, dashes and dots',
    maxObjectName,
  );

/** The plain combination of two names. */
export const prefixed = (first: string, second: string): string =>
  `${first}-${second}`;

const hashLength = 13;

/** 64 bits of SHA-256 over both names, joined by a slash, which neither name can contain. */
const pairHash = (first: string, second: string): string =>
  createHash('sha256')
    .update(`${first}/${second}`)
    .digest()
    .readBigUInt64BE()
    .toString(36)
    .padStart(hashLength, '0');

/** `<prefix><as much of the names as fits>-<hash of the pair>`, at most as long as a namespace name. */
export const hashedName = (
  prefix: string,
  first: string,
  second: string,
): string => {
  const maxReadableLength = maxNamespaceName - prefix.length - 1 - hashLength;
  const readable = prefixed(first, second)
    .replaceAll('.', '-')
    .slice(0, maxReadableLength);
  return `${prefix}${readable}-${pairHash(first, second)}`;
};
