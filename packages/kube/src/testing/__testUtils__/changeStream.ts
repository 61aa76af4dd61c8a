// Whether what a cache told is what happened.
import { CacheChange } from '../../cache/Cache';
import { NoteEvent } from '../NoteHistory';
import { Note } from '../notes';

/** Everything a reader can tell objects apart by. */
export const fingerprint = ({ metadata, text }: Note): string =>
  [metadata.name, metadata.uid, metadata.resourceVersion, text].join(' ');

/** The same of many, in an order of its own. */
export const fingerprints = (notes: Iterable<Note>): string[] =>
  [...notes].map(fingerprint).sort();

/** What is wrong with a change, given what was told of its object before. */
function problemOf(
  { type, object, previous, source }: CacheChange<Note>,
  before: Note | undefined,
): string | undefined {
  switch (type) {
    case 'added':
      return before && 'was there already';
    case 'updated':
      if (previous !== before) return 'has another previous state than told';
      return object.metadata.uid === before?.metadata.uid
        ? undefined
        : 'is another object';
    default: {
      if (!before) return 'was not there';
      if (object.metadata.uid !== before.metadata.uid)
        return 'is another object';
      const isLast = object === before || source === 'watch';
      return isLast ? undefined : 'is not the last state told';
    }
  }
}

/** What a listener holds that believes every change, and the changes that cannot be: doubled, or out of order. */
export function replay(changes: CacheChange<Note>[]): {
  mirror: Map<string, Note>;
  problems: string[];
} {
  const mirror = new Map<string, Note>();
  const seen = new Set<string>();
  const problems: string[] = [];
  for (const change of changes) {
    const { type, key, object } = change;
    const state = `${type === 'deleted' ? 'deleted ' : ''}${fingerprint(object)}`;
    const problem = seen.has(state)
      ? 'was told already'
      : problemOf(change, mirror.get(key));
    if (problem) problems.push(`${type} ${fingerprint(object)} ${problem}`);
    seen.add(state);
    if (type === 'deleted') mirror.delete(key);
    else mirror.set(key, object);
  }
  return { mirror, problems };
}

const typeOf = { ADDED: 'added', MODIFIED: 'updated', DELETED: 'deleted' };

/** By name of the object, since only the order of one object's changes is promised. */
function perObject(lines: [name: string | undefined, line: string][]) {
  const groups: Record<string, string[]> = {};
  for (const [name = '', line] of lines) (groups[name] ??= []).push(line);
  return groups;
}

/** What watches told, as what happened. */
export const changesFromWatches = (changes: CacheChange<Note>[]) =>
  perObject(
    changes
      .filter(({ source }) => source === 'watch')
      .map(({ type, object }) => [
        object.metadata.name,
        `${type} ${fingerprint(object)}`,
      ]),
  );

/** What happened, in the same form. */
export const expectedChangesAfter = (log: NoteEvent[], after: number) =>
  perObject(
    log
      .filter(({ version }) => version > after)
      .map(({ type, object }) => [
        object.metadata.name,
        `${typeOf[type]} ${fingerprint(object)}`,
      ]),
  );
