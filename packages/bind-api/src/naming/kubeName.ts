/** What Kubernetes takes for a name, and hashed names for where two names do not fit into one. */
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
    : `${quoted} is no ${what}: use lower-case ${characters}, and begin and end with a letter or digit.`;
};

/** Why the first of these that cannot be a namespace's name cannot; undefined when all can. */
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

/** Why a text cannot be the name of an object, with `what` for what it would name; undefined when it can. */
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

/** The plain form of two names. */
export const prefixed = (first: string, second: string): string =>
  `${first}-${second}`;

const hashLength = 13;

/** 64 bits of SHA-256 over both names. A slash is in neither, so no two pairs are one text. */
const pairHash = (first: string, second: string): string =>
  createHash('sha256')
    .update(`${first}/${second}`)
    .digest()
    .readBigUInt64BE()
    .toString(36)
    .padStart(hashLength, '0');

/** `<mark><as much of the names as fits>-<hash of the pair>`, at most as long as a namespace name may be. */
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
