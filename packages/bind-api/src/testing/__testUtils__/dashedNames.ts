/** Generators of ambiguous names, and a check that mapped names are unique. */
import fc from 'fast-check';

/** Number of runs of the name collision properties; each run tests all splits of a text against all earlier names. */
export const nameRuns = process.env.KLUTCH_LONG === '1' ? 100_000 : 20_000;

/** Pattern of namespace names, independent of the implementation. */
export const isNamespaceName = (text: string) =>
  text.length <= 63 && /^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/.test(text);

/** Words that the mapping itself uses, similar words, an empty one for two dashes in a row, and long ones. */
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
/** Words joined by dashes. */
export const dashed = (minLength: number) =>
  fc.array(words, { minLength, maxLength: 6 }).map(parts => parts.join('-'));

/** Every split of a text into two names at a dash. */
export const splits = (text: string): [string, string][] =>
  [...text.matchAll(/-/g)]
    .map(({ index }): [string, string] => [
      text.slice(0, index),
      text.slice(index + 1),
    ])
    .filter(pair => pair.every(isNamespaceName));

/** Records the owner of each name, and fails when another owner gets the same name. */
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
