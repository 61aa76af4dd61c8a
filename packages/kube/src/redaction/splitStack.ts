// Splits the stack of an error, so that its message can be redacted separately.

/** The name of the error, with a code in Node's format: `TypeError [ERR_X]: `. */
const head = /^[\w$.]{1,100}(?: \[\w{1,100}\])?: /;

/** The start of the stack frames. */
const frames = /\n[ \t]{1,20}at /;

/**
 * Name, message and frames, which joined in this order are the stack. The message may have changed since the stack
 * was captured.
 */
export function splitStack(stack: string, message: string): string[] {
  const start = head.exec(stack)?.[0].length ?? 0;
  const rest = stack.slice(start);
  // A message may quote another stack.
  const least = rest.startsWith(message) ? message.length : 0;
  const places = rest.slice(least).search(frames);
  const end = places < 0 ? rest.length : least + places;
  return [stack.slice(0, start), rest.slice(0, end), rest.slice(end)];
}
