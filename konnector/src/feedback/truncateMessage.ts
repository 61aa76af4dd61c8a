/** Maximum length of reported messages; those of API servers can be long. */
const maxMessage = 1_000;

/** Truncates a message for Events and conditions. */
export const truncateMessage = (message: string): string =>
  message.slice(0, maxMessage);
