// Rejects writes of whole numbers that JavaScript cannot represent, since the lost digits would go unnoticed.
import { InexactNumberError } from '../InexactNumberError';

const isUnsafeInteger = (value: unknown): boolean =>
  Number.isInteger(value) &&
  !Number.isSafeInteger(value) &&
  // Larger values fit into no integer type of a server.
  Math.abs(Number(value)) <= 2 ** 64;

/** Path of the first unsafe integer; built only when one is found, which is rare. */
function findUnsafeInteger(value: object): string | undefined {
  for (const [name, member] of Object.entries(value)) {
    // Bounds in schemas are floating-point numbers on the server, too.
    if (name === 'openAPIV3Schema') continue;
    if (isUnsafeInteger(member)) return name;
    if (typeof member !== 'object' || member === null) continue;
    const found = findUnsafeInteger(member);
    if (found !== undefined) return `${name}.${found}`;
  }
  return undefined;
}

/**
 * Checks the body of a write. Servers keep 64 bits of a whole number; JavaScript loses some beyond 2^53 when it reads
 * one, so writing it back would change it.
 * @throws InexactNumberError for the first field with such a number
 */
export function rejectUnsafeIntegers(body: unknown): void {
  if (typeof body !== 'object' || body === null) return;
  const path = findUnsafeInteger(body);
  if (path !== undefined) throw new InexactNumberError(path);
}
