/** Messages of API servers can be long. */
const maxMessage = 1_000;

/** As much of a message as people are told. */
export const truncateMessage = (message: string): string =>
  message.slice(0, maxMessage);
