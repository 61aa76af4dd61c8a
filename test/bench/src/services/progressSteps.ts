/** An amount of data, such as `12.5 MB`; of a pair, such as `12.5 MB of 100 MB`, the first changes. */
const amount = /[\d.,]+ MB/;

/** How many different amounts of data the messages of a backup or restore name. Pure function. */
export const progressSteps = (messages: readonly string[]): number =>
  new Set(messages.flatMap(message => amount.exec(message)?.[0] ?? [])).size;
