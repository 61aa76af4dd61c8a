/** Names that are easily mistaken for one another, and a watch over who got which. */
import fc from 'fast-check';

/** Cases of the properties about names that must not meet; each tries all readings of a text against all names so far. */
export const nameRuns = 100_000;

/** What Kubernetes takes for the name of a namespace, said a second time. */
export const isNamespaceName = (text: string) =>
  text.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text);

/** Words that the mapping itself puts together, words that differ little, an empty one for two dashes in a row, long ones. */
const words = fc.constantFrom(
  'a',
  'b',
  '0',
  'ab',
  'klutch',
  'bind',
  'cluster',
  'x7k2p',
  '',
  'n'.repeat(20),
  'n'.repeat(40),
);
/** Texts of words with dashes between. */
export const dashed = (minLength: number) =>
  fc.array(words, { minLength, maxLength: 6 }).map(parts => parts.join('-'));

/** Every way to read a text as two names with a dash between. */
export const splits = (text: string): [string, string][] =>
  [...text.matchAll(/-/g)]
    .map(({ index }): [string, string] => [
      text.slice(0, index),
      text.slice(index + 1),
    ])
    .filter(pair => pair.every(isNamespaceName));

/** Remembers who got a name, and fails when somebody else gets it too. */
export const nameRegistry = () => {
  const owners = new Map<string, string>();
  const register = (name: string, pair: readonly string[]) => {
    const owner = pair.join('/');
    const other = owners.get(name);
    if (other !== undefined && other !== owner) {
      throw new Error(`${other} and ${owner} both become ${name}`);
    }
    owners.set(name, owner);
  };
  return { register, owners };
};
