// Whether something of unknown form is an object with fields.

/** An object of which nothing else is known. */
export type Fields = Readonly<Record<string, unknown>>;

/** Whether a value is an object, and neither null nor a list. */
export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
