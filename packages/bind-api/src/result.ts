/** Result of pure functions whose input can be invalid. */

/** A value, or an error message with the reason and a remedy. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: string };
