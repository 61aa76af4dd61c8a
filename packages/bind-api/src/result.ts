/** Success or a reason in words: what pure functions of this package return where input can be unusable. */

/** Either a value, or a sentence that says why there is none and what to do. */
export type Result<T> = { ok: true; value: T } | { ok: false; error: string };
