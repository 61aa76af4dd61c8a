// Runs work in a child process, so that its heap and processor time are measured alone.
import { ChildProcess, fork } from 'node:child_process';
import { constants } from 'node:os';

/** One message, in either direction. */
type Message =
  | { kind: 'input'; input: unknown }
  | { kind: 'topic'; topic: string; data: unknown }
  | { kind: 'result'; result: unknown }
  | { kind: 'failure'; message: string; stack?: string };

/** Exchange of messages during the work. */
export interface Channel {
  send(topic: string, data?: unknown): void;
  /** The next message of a topic, also when it arrived before the call. */
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
  /** Whether the child gets `global.gc`. */
  gc?: boolean;
  /** Kills the child when it aborts. */
  signal?: AbortSignal;
  /** Additional flags of Node, for example `--cpu-prof`. */
  nodeFlags?: string[];
  /**
   * Whether all threads of the child run as soon as they have work, so that the time that they wait for the servers of
   * a bench is not measured. Without the right to do so, which only root has, `nice` says so and starts the child.
   */
  preferred?: boolean;
}

/** Starts a file that calls {@link runAsChild}. The child ends with this process. */
export function startChild<I, O>(
  file: string,
  input: I,
  options: ChildOptions = {},
): Child<O> {
  options.signal?.throwIfAborted();
  const topics = new Topics();
  const child: ChildProcess = fork(file, {
    ...(options.preferred && { execPath: 'nice' }),
    execArgv: [
      ...(options.preferred
        ? ['-n', String(constants.priority.PRIORITY_HIGH), process.execPath]
        : []),
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
        // Keeps the stack of the child instead of the stack here.
        error.stack = message.stack ?? error.stack;
        reject(error);
      }
    });
    child.on('error', reject);
    child.on('exit', (code, signal) =>
      reject(new Error(`${file} ended without a result (${signal ?? code}).`)),
    );
  });
  // Marks the rejection as handled for callers that do not await the result.
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
          throw new Error(`${file} ended before it sent "${topic}".`);
        }),
      ]),
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Runs the work in a child process and resolves with its result. */
export async function inChild<I, O>(
  file: string,
  input: I,
  options: ChildOptions = {},
): Promise<O> {
  return startChild<I, O>(file, input, options).result;
}

/** Must be called once by a file that {@link startChild} starts. */
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

/** Collects garbage twice, because objects with finalizers are freed by the second run. */
export function collectGarbage(): void {
  if (!global.gc) throw new Error('Start this child with `gc: true`.');
  global.gc();
  global.gc();
}
