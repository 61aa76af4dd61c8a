// Field conflicts of a server-side apply.
import { isConflict } from '../errors';
import { unquoted } from './goQuote';
import { FieldConflict } from './requestOptions';

/** The other manager in the message of a cause: `conflict with "name" using v1 at …`. */
const conflictPattern = /^conflict with ("(?:[^"\\]|\\.)*")/;

function managerOf(message: string): string {
  const quoted = conflictPattern.exec(message)?.[1];
  return quoted === undefined ? message : unquoted(quoted);
}

/** The conflicting fields and their managers; empty when the error is another one. */
export function fieldConflicts(error: unknown): FieldConflict[] {
  if (!isConflict(error)) return [];
  return error.causes
    .filter(({ reason }) => reason === 'FieldManagerConflict')
    .map(({ field: path = '', message }) => ({
      field: path,
      manager: managerOf(message),
    }));
}
