/** How long one server may take to answer a check. */

/** Half of what the checklist waits for, so that a server that is away hides neither others nor its own name. */
const timeoutMs = 5_000;

/** Aborted with the checklist, or when one server takes too long. */
export const answerLimit = (signal: AbortSignal): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
