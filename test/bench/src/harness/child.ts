// Work in a process of its own: what is measured there is nobody else's heap and processor time.
import { ChildProcess, fork } from 'node:child_process';

/** One message, in either direction. */
type Message =
  | { kind: 'input'; input: unknown }
  | { kind: 'topic'; topic: string; data: unknown }
  | { kind: 'result'; result: unknown }
  | { kind: 'failure'; message: string; stack?: string };

/** What the two sides say to each other while the work goes on. */
export interface Channel {
  send(topic: string, data?: unknown): void;
  /** The next message of a topic, also when it came before. */
  receive(topic: string): Promise<unknown>;
}

class Topics {
  readonly #arrived = new Map<string, unknown[]>();
  readonly #waiting = new Map<string, ((data: unknown) => void)[]>();

  deliver(topic: string, data: unknown): void {
    const waiting = this.#waiting.get(topic)?.shift();
    if (waiting) waiting(data);
    else this.#arrived.set(topic, [...(this.#arrived.get(topic) ?? []), data]);
  }

  next(topic: string): Promise<unknown> {
    const arrived = this.#arrived.get(topic) ?? [];
    if (arrived.length > 0) return Promise.resolve(arrived.shift());
    return new Promise(resolve => {
      this.#waiting.set(topic, [...(this.#waiting.get(topic) ?? []), resolve]);
    });
  }
}

export interface Child<O> extends Channel {
  /** Rejects when the work throws or the process ends without a result. */
  readonly result: Promise<O>;
  readonly pid: number;
  kill(): void;
}

export interface ChildOptions {
  /** Gives the child `global.gc`. */
  gc?: boolean;
  /** Ends the child. */
  signal?: AbortSignal;
  /** Further flags of Node, for example `--cpu-prof`. */
  nodeFlags?: string[];
}

/** Starts a file that calls {@link runAsChild}. It ends when we do. */
export function startChild<I, O>(
  file: string,
  input: I,
  options: ChildOptions = {},
): Child<O> {
  options.signal?.throwIfAborted();
  const topics = new Topics();
  const child: ChildProcess = fork(file, {
    execArgv: [
      '--import',
      'tsx',
      ...(options.gc ? ['--expose-gc'] : []),
      ...(options.nodeFlags ?? []),
    ],
    serialization: 'advanced',
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    signal: options.signal,
    killSignal: 'SIGKILL',
  });
  const send = (message: Message) => {
    if (child.connected) child.send(message);
  };
  const result = new Promise<O>((resolve, reject) => {
    child.on('message', (message: Message) => {
      if (message.kind === 'topic') topics.deliver(message.topic, message.data);
      if (message.kind === 'result') resolve(message.result as O);
      if (message.kind === 'failure') {
        const error = new Error(message.message);
        // Where it happened, not where it was heard of.
        error.stack = message.stack ?? error.stack;
        reject(error);
      }
    });
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      reject(new Error(`${file} ended without a result (${signal ?? code}).`)),
    );
  });
  // Whoever awaits it hears of it; nobody has to.
  result.catch(() => {});
  send({ kind: 'input', input });
  return {
    result,
    pid: child.pid ?? 0,
    send: (topic, data) => send({ kind: 'topic', topic, data }),
    receive: topic =>
      Promise.race([
        topics.next(topic),
        result.then(() => {
          throw new Error(`${file} ended before it said "${topic}".`);
        }),
      ]),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Runs the work in a child and waits for what comes of it. */
export async function inChild<I, O>(
  file: string,
  input: I,
  options: ChildOptions = {},
): Promise<O> {
  return startChild<I, O>(file, input, options).result;
}

/** To be called once by a file that {@link startChild} starts. */
export function runAsChild<I, O>(
  work: (input: I, parent: Channel) => Promise<O>,
): void {
  const topics = new Topics();
  const send = (message: Message) =>
    new Promise<void>(resolve => {
      process.send?.(message, undefined, undefined, () => resolve());
    });
  const parent: Channel = {
    send: (topic, data) => void send({ kind: 'topic', topic, data }),
    receive: topic => topics.next(topic),
  };
  process.on('disconnect', () => process.exit(1));
  process.on('message', async (message: Message) => {
    if (message.kind === 'topic') topics.deliver(message.topic, message.data);
    if (message.kind !== 'input') return;
    try {
      const result = await work(message.input as I, parent);
      await send({ kind: 'result', result });
      process.exit(0);
    } catch (error) {
      await send({
        kind: 'failure',
        message: error instanceof Error ? error.message : String(error),
        stack: error instanceof Error ? error.stack : undefined,
      });
      process.exit(1);
    }
  });
}

/** Collects garbage twice: what finalizers let go of is gone after the second time. */
export function collectGarbage(): void {
  if (!global.gc) throw new Error('Start this child with `gc: true`.');
  global.gc();
  global.gc();
}
