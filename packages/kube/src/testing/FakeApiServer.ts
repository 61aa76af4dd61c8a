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
import { answerList } from './answerList';
import { StreamBreak, Fault, answerWithFault } from './faults';
import { NoteHistory } from './NoteHistory';
import { defaultBehavior, NoteStream, StreamBehavior } from './NoteStream';
import { sendHeaders, sendStatus, statusOf } from './wire';

/** A page of a list, the question for a version, a streaming list, or a watch. */
export type Verb = 'list' | 'check' | 'stream' | 'watch';

/** A request as it arrived. */
export interface SeenRequest {
  verb: Verb;
  query: URLSearchParams;
  /** Milliseconds on a clock of its own. */
  at: number;
  /** The version of the server at that time. */
  version: number;
}

/** What the server can do, and how. */
export interface FakeSettings {
  /** `ignored`: as servers before Kubernetes 1.27, which send what exists and never say that it is complete. */
  streamingLists: 'supported' | 'refused' | 'ignored';
  /** How a watch from a forgotten version is refused: both happen in the wild. */
  expiredWatches: 'status' | 'event';
  /** Of streams from now on. */
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

  /** Streams on which something may come. */
  get watchers(): number {
    return [...this.#streams].filter(stream => stream.alive).length;
  }

  /** Bytes that readers have not taken. */
  get unsentBytes(): number {
    return [...this.#streams].reduce((sum, s) => sum + s.unsentBytes, 0);
  }

  /** Names and texts, as `{ name: text }`. */
  get contents(): Record<string, string | undefined> {
    return Object.fromEntries(
      this.history.list().map(({ metadata, text }) => [metadata.name, text]),
    );
  }

  seen(verb: Verb): SeenRequest[] {
    return this.requests.filter(request => request.verb === verb);
  }

  /** The next requests of this kind meet these faults, one each. */
  failNext(verb: Verb, ...faults: Fault[]): void {
    this.#faults[verb].push(...faults);
  }

  /** From now on, no request meets a fault and streams have good manners. */
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

  /** Tells watchers how far the server is, after writes elsewhere. */
  bookmark(): void {
    this.history.passVersions(10);
    for (const stream of this.#streams) stream.bookmark(this.history.version);
  }

  /** Breaks all streams. */
  breakWatches(how: StreamBreak): void {
    for (const stream of this.#streams) stream.break(how);
    this.#streams.clear();
  }

  /** Cuts all connections, those on which nothing was answered too. */
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
    // From a version of the future: accepted, and not a word before it is reached (measured with Kubernetes 1.36).
    const stream = this.#follow(response, from, fault);
    for (const event of this.history.eventsAfter(from)) stream.event(event);
  }
}
