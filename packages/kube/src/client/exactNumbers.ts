// Whole numbers that JavaScript cannot tell apart must not be written: nobody would see what was lost.
const isUnsure = (value: unknown): boolean =>
  Number.isInteger(value) &&
  !Number.isSafeInteger(value) &&
  // Longer ones fit into no whole number of a server.
  Math.abs(Number(value)) <= 2 ** 64;

function findUnsure(value: unknown, path: string): string | undefined {
  if (isUnsure(value)) return path;
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    // Bounds in schemas are floating-point numbers on servers, too.
    if (name === 'openAPIV3Schema') continue;
    const found = findUnsure(member, path ? `${path}.${name}` : name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Checks what is about to be written. Servers keep 64 bits of a whole number; beyond 2^53 some of them are lost when it
 * is read, so that what is read and written again is another number.
 * @throws TypeError that names the first field with such a number
 */
export function refuseUnsureNumbers(body: unknown): void {
  const path = findUnsure(body, '');
  if (path === undefined) return;
  throw new TypeError(
    `The field ${path} holds a whole number beyond 2^53, which loses digits here. It was not written. Use a text there, or a smaller number.`,
  );
}
