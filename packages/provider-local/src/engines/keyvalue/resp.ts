/** The protocol of Valkey and Redis, RESP2. Pure functions. */

/** An error that the server replies. */
export class ReplyError extends Error {
  override readonly name = 'ReplyError';
}

export type Reply = string | number | null | ReplyError | Reply[];

export function encodeCommand(args: readonly string[]): string {
  const parts = args.map(arg => `$${Buffer.byteLength(arg)}\r\n${arg}\r\n`);
  return `*${args.length}\r\n${parts.join('')}`;
}

interface Parsed {
  reply: Reply;
  /** The rest begins here. */
  end: number;
}

function parseArray(
  buffer: Buffer,
  start: number,
  length: number,
): Parsed | undefined {
  const replies: Reply[] = [];
  let end = start;
  while (replies.length < length) {
    const next = parseReply(buffer, end);
    if (!next) return undefined;
    replies.push(next.reply);
    end = next.end;
  }
  return { reply: replies, end };
}

/** The reply at `start`; `undefined` when the buffer does not have all of it yet. */
export function parseReply(buffer: Buffer, start = 0): Parsed | undefined {
  const lineEnd = buffer.indexOf('\r\n', start);
  if (lineEnd < 0) return undefined;
  const line = buffer.toString('utf8', start + 1, lineEnd);
  const rest = lineEnd + 2;
  const length = Number(line);
  switch (String.fromCharCode(buffer[start] ?? 0)) {
    case '+':
      return { reply: line, end: rest };
    case '-':
      return { reply: new ReplyError(line), end: rest };
    case ':':
      return { reply: length, end: rest };
    case '*':
      return length < 0
        ? { reply: null, end: rest }
        : parseArray(buffer, rest, length);
    case '$': {
      if (length < 0) return { reply: null, end: rest };
      const end = rest + length + 2;
      return buffer.length < end
        ? undefined
        : { reply: buffer.toString('utf8', rest, rest + length), end };
    }
    default:
      throw new Error('the server does not speak RESP2');
  }
}
