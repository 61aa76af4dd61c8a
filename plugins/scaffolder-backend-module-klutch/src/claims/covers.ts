/** Compares what a task wants with what a cluster has. Pure function. */
import { isDeepStrictEqual } from 'node:util';

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether the JSON merge patch `part` would change nothing in `whole`, which may have further fields, such as defaults. */
export function covers(whole: unknown, part: unknown): boolean {
  if (part === null) return whole === undefined || whole === null;
  if (!isPlainObject(part)) return isDeepStrictEqual(whole, part);
  return (
    isPlainObject(whole) &&
    Object.entries(part).every(([field, value]) => covers(whole[field], value))
  );
}
