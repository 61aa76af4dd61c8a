// Narrows values of unknown type to objects with fields.

/** An object with unknown fields. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object, but neither null nor an array. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
