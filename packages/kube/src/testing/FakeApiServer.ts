// An API server of one resource that breaks the connection on demand. For tests of the reflector only: everything
// else is tested on real clusters.
import {
  createServer,
  IncomingMessage,
  Server,
  ServerResponse,
} from 'node:http';
import { AddressInfo } from 'node:net';
import { KubeConfig } from '@kubernetes/client-node';
import { defineResource } from '../resources';
import { KubeObject } from '../types';

export type Note = KubeObject & { text?: string };

export const notes = defineResource<Note>({
  group: 'testing.example',
  version: 'v1',
  plural: 'notes',
  kind: 'Note',
  namespaced: false,
});

/** What happens to one request instead of its answer. */
export type Fault =
  /** The connection is cut without an answer. */
  | { kind: 'reset' }
  /** A refusal. */
  | { kind: 'status'; code: number; reason: string; retryAfter?: number }
  /** What a proxy answers when there is no API server behind it. */
  | { kind: 'html'; code: number }
  /** An answer that ends inside its JSON; of a watch, a line that is not JSON. */
  | { kind: 'truncated' }
  /** Watch only: accepted, then one ERROR event. */
  | { kind: 'errorEvent'; code: number; reason: string }
  /** Watch only: accepted and ended at once. */
  | { kind: 'end' }
  /** Accepted and never a word. */
  | { kind: 'silence' };

/** A request as it arrived. */
export interface SeenRequest {
  verb: 'list' | 'watch';
  query: URLSearchParams;
  at: number;
}

interface WireEvent {
  type: string;
  object: object;
  version: number;
}

const statusOf = (code: number, reason: string) => ({
  apiVersion: 'v1',
  kind: 'Status',
  status: 'Failure',
  code,
  reason,
  message: `${reason}, as asked for by the test`,
});

export class FakeApiServer {
  readonly requests: SeenRequest[] = [];
  /** Write streams byte by byte. */
  splitBytes = false;

  readonly #objects = new Map<string, Note>();
  readonly #faults = { list: [] as Fault[], watch: [] as Fault[] };
  readonly #watches = new Set<ServerResponse>();
  #history: WireEvent[] = [];
  #version = 100;
  #oldest = 0;
  #uids = 0;

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) =>
      this.#answer(request, response),
    );
  }

  static async start(): Promise<FakeApiServer> {
    const server = createServer();
    await new Promise<void>(resolve => {
      server.listen(0, '127.0.0.1', resolve);
    });
    return new FakeApiServer(server);
  }

  get kubeConfig(): KubeConfig {
    const { port } = this.server.address() as AddressInfo;
    const kubeConfig = new KubeConfig();
    kubeConfig.loadFromClusterAndUser(
      {
        name: 'fake',
        server: `http://127.0.0.1:${port}`,
        skipTLSVerify: false,
      },
      { name: 'nobody' },
    );
    return kubeConfig;
  }

  /** Streams that are open and not silenced. */
  get watchers(): number {
    return this.#watches.size;
  }

  /** Names and texts, as `{ name: text }`. */
  get contents(): Record<string, string | undefined> {
    return Object.fromEntries(
      [...this.#objects].map(([name, note]) => [name, note.text]),
    );
  }

  seen(verb: 'list' | 'watch'): SeenRequest[] {
    return this.requests.filter(request => request.verb === verb);
  }

  /** The next requests of this kind meet these faults, one each. */
  failNext(verb: 'list' | 'watch', ...faults: Fault[]): void {
    this.#faults[verb].push(...faults);
  }

  put(
    name: string,
    text?: string,
    extra: Partial<Note['metadata']> = {},
  ): void {
    const existing = this.#objects.get(name);
    this.#version += 1;
    this.#uids += existing ? 0 : 1;
    const note: Note = {
      apiVersion: 'testing.example/v1',
      kind: 'Note',
      metadata: {
        name,
        uid: existing?.metadata.uid ?? `uid-${this.#uids}`,
        resourceVersion: String(this.#version),
        ...extra,
      },
      text,
    };
    this.#objects.set(name, note);
    this.#publish(existing ? 'MODIFIED' : 'ADDED', note);
  }

  remove(name: string): void {
    const existing = this.#objects.get(name);
    if (!existing) throw new Error(`There is no note ${name}.`);
    this.#objects.delete(name);
    this.#version += 1;
    const metadata = {
      ...existing.metadata,
      resourceVersion: String(this.#version),
    };
    this.#publish('DELETED', { ...existing, metadata });
  }

  /** Tells watchers how far the server is, after writes elsewhere. */
  bookmark(): void {
    this.#version += 10;
    this.#send({
      type: 'BOOKMARK',
      object: this.#bookmarkObject(),
      version: 0,
    });
  }

  /** Forgets all versions before this one, as etcd does when it is compacted. */
  compact(): void {
    this.#version += 1;
    this.#oldest = this.#version;
    this.#history = [];
  }

  /** Ends all streams in an orderly way. */
  endWatches(): void {
    for (const response of this.#watches) response.end();
    this.#watches.clear();
  }

  /** Cuts all streams. */
  resetWatches(): void {
    for (const response of this.#watches) response.destroy();
    this.#watches.clear();
  }

  /** Leaves all streams open and never says anything on them again. */
  silenceWatches(): void {
    this.#watches.clear();
  }

  /** Writes raw bytes to all streams. */
  write(bytes: string): void {
    for (const response of this.#watches) response.write(bytes);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>(resolve => {
      this.server.close(() => resolve());
    });
  }

  #bookmarkObject(): object {
    return {
      apiVersion: 'testing.example/v1',
      kind: 'Note',
      metadata: { resourceVersion: String(this.#version) },
    };
  }

  #publish(type: string, object: Note): void {
    const event = { type, object, version: this.#version };
    this.#history.push(event);
    this.#send(event);
  }

  #send({ type, object }: WireEvent): void {
    const line = Buffer.from(`${JSON.stringify({ type, object })}\n`);
    for (const response of this.#watches) this.#writeTo(response, line);
  }

  #writeTo(response: ServerResponse, bytes: Buffer): void {
    if (!this.splitBytes) {
      response.write(bytes);
      return;
    }
    for (const byte of bytes) response.write(Buffer.of(byte));
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { searchParams } = new URL(request.url ?? '/', 'http://fake');
    const verb = searchParams.has('watch') ? 'watch' : 'list';
    this.requests.push({ verb, query: searchParams, at: performance.now() });
    const fault = this.#faults[verb].shift();
    if (fault) this.#misbehave(fault, verb, response);
    else if (verb === 'watch') this.#watch(searchParams, response);
    else this.#list(searchParams, response);
  }

  #misbehave(fault: Fault, verb: string, response: ServerResponse): void {
    switch (fault.kind) {
      case 'reset':
        response.destroy();
        return;
      case 'status':
        this.#refuse(response, fault.code, fault.reason, fault.retryAfter);
        return;
      case 'html':
        response.writeHead(fault.code, { 'content-type': 'text/html' });
        response.end('<html><body>nothing here</body></html>');
        return;
      case 'truncated':
        this.#open(response);
        if (verb === 'watch') response.write('{"type":"ADDED","obj\n');
        else response.end('{"items":[{"metadata":{"na');
        return;
      case 'errorEvent':
        this.#open(response);
        response.end(
          `${JSON.stringify({
            type: 'ERROR',
            object: statusOf(fault.code, fault.reason),
          })}\n`,
        );
        return;
      case 'end':
        this.#open(response);
        response.end();
        return;
      default:
        this.#open(response);
    }
  }

  #open(response: ServerResponse): void {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.flushHeaders();
  }

  #refuse(
    response: ServerResponse,
    code: number,
    reason: string,
    retryAfter?: number,
  ): void {
    response.writeHead(code, {
      'content-type': 'application/json',
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    });
    response.end(JSON.stringify(statusOf(code, reason)));
  }

  #watch(query: URLSearchParams, response: ServerResponse): void {
    const from = Number(query.get('resourceVersion'));
    if (from < this.#oldest) {
      this.#refuse(response, 410, 'Expired');
      return;
    }
    this.#open(response);
    this.#watches.add(response);
    response.on('close', () => this.#watches.delete(response));
    for (const { type, object, version } of this.#history) {
      if (version <= from) continue;
      this.#writeTo(
        response,
        Buffer.from(`${JSON.stringify({ type, object })}\n`),
      );
    }
  }

  #list(query: URLSearchParams, response: ServerResponse): void {
    const [version, offset] = (query.get('continue') ?? `${this.#version}:0`)
      .split(':')
      .map(Number) as [number, number];
    if (version < this.#oldest) {
      this.#refuse(response, 410, 'Expired');
      return;
    }
    const limit = Number(query.get('limit')) || Infinity;
    const all = [...this.#objects.values()];
    const items = all.slice(offset, offset + limit);
    const next = offset + items.length;
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify({
        apiVersion: 'testing.example/v1',
        kind: 'NoteList',
        metadata: {
          resourceVersion: String(version),
          ...(next < all.length && { continue: `${version}:${next}` }),
        },
        // Built-in resources come without type in lists.
        items: items.map(({ metadata, text }) => ({ metadata, text })),
      }),
    );
  }
}
