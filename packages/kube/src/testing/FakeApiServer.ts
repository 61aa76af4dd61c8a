// An API server of one resource that breaks connections on demand. For tests of the reflector only: everything else is
// tested on real clusters.
import {
  createServer,
  IncomingMessage,
  Server,
  ServerResponse,
} from 'node:http';
import { AddressInfo } from 'node:net';
import { KubeConfig } from '@kubernetes/client-node';
import { answerList } from './answerList';
import { StreamBreak, Fault, answerWithFault } from './faults';
import { NoteHistory } from './NoteHistory';
import { defaultBehavior, NoteStream, StreamBehavior } from './NoteStream';
import { sendHeaders, sendStatus, statusOf } from './wire';

/** A page of a list, a version check, a streaming list, or a watch. */
export type Verb = 'list' | 'check' | 'stream' | 'watch';

/** A received request. */
export interface SeenRequest {
  verb: Verb;
  query: URLSearchParams;
  /** Time of the request, in milliseconds on the server's own clock. */
  at: number;
  /** The version of the server at that time. */
  version: number;
}

/** Capabilities of the server. */
export interface FakeSettings {
  /** `ignored`: as servers before Kubernetes 1.27, which send all objects and never mark the end of the list. */
  streamingLists: 'supported' | 'refused' | 'ignored';
  /** How a watch from a compacted version is refused: real servers do both. */
  expiredWatches: 'status' | 'event';
  /** Behavior of later streams. */
  behavior: StreamBehavior;
}

type BrokenFault = Extract<Fault, { kind: 'broken' }>;

function verbOf(query: URLSearchParams): Verb {
  if (query.has('sendInitialEvents')) return 'stream';
  if (query.has('watch')) return 'watch';
  return query.has('resourceVersionMatch') ? 'check' : 'list';
}

/** The server. Change its objects through `history`. */
export class FakeApiServer {
  readonly requests: SeenRequest[] = [];
  readonly history = new NoteHistory();
  readonly settings: FakeSettings = {
    streamingLists: 'supported',
    expiredWatches: 'status',
    behavior: defaultBehavior,
  };

  readonly #faults: Record<Verb, Fault[]> = {
    list: [],
    check: [],
    stream: [],
    watch: [],
  };
  readonly #streams = new Set<NoteStream>();

  private constructor(private readonly server: Server) {
    server.on('request', (request, response) =>
      this.#answer(request, response),
    );
    this.history.onEvent = event => {
      for (const stream of this.#streams) stream.event(event);
    };
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

  /** Number of open streams that can still receive events. */
  get watchers(): number {
    return [...this.#streams].filter(stream => stream.alive).length;
  }

  /** Bytes that readers have not consumed. */
  get unsentBytes(): number {
    return [...this.#streams].reduce((sum, s) => sum + s.unsentBytes, 0);
  }

  /** Names and texts of the objects, as `{ name: text }`. */
  get contents(): Record<string, string | undefined> {
    return Object.fromEntries(
      this.history.list().map(({ metadata, text }) => [metadata.name, text]),
    );
  }

  seen(verb: Verb): SeenRequest[] {
    return this.requests.filter(request => request.verb === verb);
  }

  /** Injects these faults into the next requests of this kind, one each. */
  failNext(verb: Verb, ...faults: Fault[]): void {
    this.#faults[verb].push(...faults);
  }

  /** Removes all faults and resets the behavior of streams. */
  clearFaults(): void {
    for (const faults of Object.values(this.#faults)) faults.length = 0;
    this.settings.behavior = defaultBehavior;
  }

  put(...note: Parameters<NoteHistory['put']>): void {
    this.history.put(...note);
  }

  remove(name: string): void {
    this.history.remove(name);
  }

  /** Sends a bookmark to all watchers, after writes to other resources. */
  bookmark(): void {
    this.history.passVersions(10);
    for (const stream of this.#streams) stream.bookmark(this.history.version);
  }

  breakWatches(how: StreamBreak): void {
    for (const stream of this.#streams) stream.break(how);
    this.#streams.clear();
  }

  /** Closes all connections, including those without a response. */
  cutConnections(): void {
    this.server.closeAllConnections();
  }

  /** Writes raw bytes to all streams. */
  write(bytes: string): void {
    for (const stream of this.#streams) stream.raw(bytes);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>(resolve => {
      this.server.close(() => resolve());
    });
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { searchParams: query } = new URL(request.url ?? '/', 'http://fake');
    const verb = verbOf(query);
    const { version } = this.history;
    this.requests.push({ verb, query, at: performance.now(), version });
    const isStream = verb === 'stream' || verb === 'watch';
    const fault = this.#faults[verb].shift();
    if (fault && fault.kind !== 'broken') {
      answerWithFault(fault, isStream, response);
    } else if (verb === 'stream') this.#stream(response, fault);
    else if (verb === 'watch') this.#watch(query, response, fault);
    else answerList(this.history, query, response, fault?.how);
  }

  #follow(
    response: ServerResponse,
    from: number,
    fault: BrokenFault | undefined,
  ): NoteStream {
    sendHeaders(response);
    const stream = new NoteStream(
      response,
      this.settings.behavior,
      from,
      fault,
    );
    this.#streams.add(stream);
    response.on('close', () => this.#streams.delete(stream));
    return stream;
  }

  #stream(response: ServerResponse, fault: BrokenFault | undefined): void {
    if (this.settings.streamingLists === 'refused') {
      sendStatus(response, statusOf(422, 'Invalid'));
      return;
    }
    const { version } = this.history;
    const stream = this.#follow(response, 0, fault);
    for (const object of this.history.list()) {
      stream.event({ type: 'ADDED', object, version });
    }
    if (this.settings.streamingLists === 'supported') {
      stream.bookmark(version, true);
    }
  }

  #watch(
    query: URLSearchParams,
    response: ServerResponse,
    fault: BrokenFault | undefined,
  ): void {
    const from = Number(query.get('resourceVersion'));
    if (from < this.history.oldest) {
      const { expiredWatches } = this.settings;
      if (expiredWatches === 'status') {
        sendStatus(response, statusOf(410, 'Expired'));
      } else {
        const event = { code: 410, reason: 'Expired' };
        answerWithFault({ kind: 'errorEvent', ...event }, true, response);
      }
      return;
    }
    // A watch from a future version is accepted and stays silent until the version is reached (measured with
    // Kubernetes 1.36).
    const stream = this.#follow(response, from, fault);
    for (const event of this.history.eventsAfter(from)) stream.event(event);
  }
}
