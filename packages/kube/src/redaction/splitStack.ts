// The stack of an error in parts, of which the message is one and can be judged as it is.

/** The name of the error, with a code as Node gives it: `TypeError [ERR_X]: `. */
const head = /^[\w$.]{1,100}(?: \[\w{1,100}\])?: /;

/** The first place in the code. */
const frames = /\n[ \t]{1,20}at /;

/** Name, message and places, whose texts in this order are the stack. The message may have changed since the stack was taken. */
export function splitStack(stack: string, message: string): string[] {
  const start = head.exec(stack)?.[0].length ?? 0;
  const rest = stack.slice(start);
  // A message may quote another stack.
  const least = rest.startsWith(message) ? message.length : 0;
  const places = rest.slice(least).search(frames);
  const end = places < 0 ? rest.length : least + places;
  return [stack.slice(0, start), rest.slice(0, end), rest.slice(end)];
}
