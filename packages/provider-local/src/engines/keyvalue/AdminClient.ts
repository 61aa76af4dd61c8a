/** The administrator's connection to one server. It stays open, so that it works when all others of the plan are used. */
import { TLSSocket, connect } from 'node:tls';
import { ServiceError } from '../../errors';
import { adminUser } from './access';
import { Reply, ReplyError, encodeCommand, parseReply } from './resp';

/** Holds a credential. */
export interface AdminAccess {
  port: number;
  password: string;
  /** PEM. */
  caCertificate: string | undefined;
}

/** A server that runs a script replies after that. */
const timeoutMs = 10_000;

interface Waiting {
  resolve(reply: Reply): void;
  reject(error: Error): void;
}

function unavailable(cause?: unknown): ServiceError {
  return new ServiceError(
    'The key-value server does not respond. The operation is retried.',
    { retry: true, cause },
  );
}

/** Whether the server ended the TLS handshake, because it has no protocol or cipher in common with this client. */
export const isTlsRefusal = (error: unknown): boolean =>
  error instanceof ServiceError &&
  // The code of the error differs between reading and writing.
  /alert (handshake failure|protocol version)/.test(String(error.cause));

/** One connection. Replies come in the order of the commands. */
class AdminConnection {
  private readonly waiting: Waiting[] = [];
  private readonly socket: TLSSocket;
  private received: Buffer = Buffer.alloc(0);

  constructor(access: AdminAccess) {
    this.socket = connect({
      host: '127.0.0.1',
      port: access.port,
      ca: access.caCertificate,
    });
    // Commands have a timer while they wait; an idle connection must not keep this process alive.
    this.socket.unref();
    this.socket.on('data', chunk => this.receive(chunk));
    this.socket.on('error', error => this.fail(error));
    this.socket.on('close', () => this.fail());
    // A failure reaches the callers of commands as well.
    this.send(['AUTH', adminUser, access.password]).catch(() => {});
  }

  get closed(): boolean {
    return this.socket.destroyed;
  }

  close(): void {
    this.socket.destroy();
  }

  async send(args: readonly string[]): Promise<Reply> {
    if (this.closed) throw unavailable();
    const timer = setTimeout(() => this.socket.destroy(), timeoutMs);
    try {
      return await new Promise<Reply>((resolve, reject) => {
        this.waiting.push({ resolve, reject });
        this.socket.write(encodeCommand(args));
      });
    } finally {
      clearTimeout(timer);
    }
  }

  private receive(chunk: Buffer) {
    this.received = Buffer.concat([this.received, chunk]);
    try {
      let parsed = parseReply(this.received);
      while (parsed) {
        this.received = this.received.subarray(parsed.end);
        this.waiting.shift()?.resolve(parsed.reply);
        parsed = parseReply(this.received);
      }
    } catch (error) {
      this.socket.destroy(error as Error);
    }
  }

  private fail(cause?: unknown) {
    this.socket.destroy();
    for (const { reject } of this.waiting.splice(0)) reject(unavailable(cause));
  }
}

export class AdminClient {
  private connection: AdminConnection | undefined;

  /** `access` is read for each new connection, because the port may change. */
  constructor(private readonly access: () => AdminAccess) {}

  /** Throws ReplyError for errors of the command, and ServiceError when the server does not respond. */
  async call(...args: string[]): Promise<Reply> {
    if (!this.connection || this.connection.closed) {
      this.connection = new AdminConnection(this.access());
    }
    const reply = await this.connection.send(args);
    if (reply instanceof ReplyError) throw reply;
    return reply;
  }

  /** Throws ServiceError when a new client cannot connect. */
  async checkNewConnection(): Promise<void> {
    const connection = new AdminConnection(this.access());
    try {
      await connection.send(['PING']);
    } finally {
      connection.close();
    }
  }

  /** A section of `INFO`. */
  async info(section: string): Promise<Record<string, string>> {
    const text = String(await this.call('INFO', section));
    const lines = text.split('\r\n').filter(line => line.includes(':'));
    return Object.fromEntries(
      lines.map(line => {
        const colon = line.indexOf(':');
        return [line.slice(0, colon), line.slice(colon + 1)];
      }),
    );
  }
}
