// Compares the changes that a cache reported with the history of the server.
import { CacheChange } from '../../cache/Cache';
import { NoteEvent } from '../NoteHistory';
import { Note } from '../notes';

/** Identity and content of a note, as one string. */
export const fingerprint = ({ metadata, text }: Note): string =>
  [metadata.name, metadata.uid, metadata.resourceVersion, text].join(' ');

/** Fingerprints of notes, sorted. */
export const fingerprints = (notes: Iterable<Note>): string[] =>
  [...notes].map(fingerprint).sort();

/** What is wrong with a change, given the earlier changes of its object. */
function problemOf(
  { type, object, previous, source }: CacheChange<Note>,
  before: Note | undefined,
): string | undefined {
  switch (type) {
    case 'added':
      return before && 'was there already';
    case 'updated':
      if (previous !== before)
        return 'has another previous state than reported';
      return object.metadata.uid === before?.metadata.uid
        ? undefined
        : 'is another object';
    default: {
      if (!before) return 'was not there';
      if (object.metadata.uid !== before.metadata.uid)
        return 'is another object';
      const isLast = object === before || source === 'watch';
      return isLast ? undefined : 'is not the last reported state';
    }
  }
}

/** The contents that a listener derives from all changes, and invalid changes: duplicate, or out of order. */
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
      ? 'was reported already'
      : problemOf(change, mirror.get(key));
    if (problem) problems.push(`${type} ${fingerprint(object)} ${problem}`);
    seen.add(state);
    if (type === 'deleted') mirror.delete(key);
    else mirror.set(key, object);
  }
  return { mirror, problems };
}

const typeOf = { ADDED: 'added', MODIFIED: 'updated', DELETED: 'deleted' };

/** Lines by object name, since only the order of one object's changes is guaranteed. */
function perObject(lines: [name: string | undefined, line: string][]) {
  const groups: Record<string, string[]> = {};
  for (const [name = '', line] of lines) (groups[name] ??= []).push(line);
  return groups;
}

/** Changes reported by watches, in the form of `expectedChangesAfter`. */
export const changesFromWatches = (changes: CacheChange<Note>[]) =>
  perObject(
    changes
      .filter(({ source }) => source === 'watch')
      .map(({ type, object }) => [
        object.metadata.name,
        `${type} ${fingerprint(object)}`,
      ]),
  );

/** Changes in the history of the server, in the same form. */
export const expectedChangesAfter = (log: NoteEvent[], after: number) =>
  perObject(
    log
      .filter(({ version }) => version > after)
      .map(({ type, object }) => [
        object.metadata.name,
        `${typeOf[type]} ${fingerprint(object)}`,
      ]),
  );
