// Whole numbers that JavaScript cannot tell apart must not be written: nobody would see what was lost.
import { InexactNumberError } from '../InexactNumberError';

const isUnsafeInteger = (value: unknown): boolean =>
  Number.isInteger(value) &&
  !Number.isSafeInteger(value) &&
  // Longer ones fit into no whole number of a server.
  Math.abs(Number(value)) <= 2 ** 64;

/** Its path; put together on the way back, as there is hardly ever one. */
function findUnsafeInteger(value: object): string | undefined {
  for (const [name, member] of Object.entries(value)) {
    // Bounds in schemas are floating-point numbers on servers, too.
    if (name === 'openAPIV3Schema') continue;
    if (isUnsafeInteger(member)) return name;
    if (typeof member !== 'object' || member === null) continue;
    const found = findUnsafeInteger(member);
    if (found !== undefined) return `${name}.${found}`;
  }
  return undefined;
}

/**
 * Checks what is about to be written. Servers keep 64 bits of a whole number; beyond 2^53 some of them are lost when it
 * is read, so that what is read and written again is another number.
 * @throws InexactNumberError for the first field with such a number
 */
export function rejectUnsafeIntegers(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const path = findUnsafeInteger(body);
  if (path !== undefined) throw new InexactNumberError(path);
}
