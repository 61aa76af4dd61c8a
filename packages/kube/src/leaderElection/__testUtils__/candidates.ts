// Candidates as processes, and their writes as the server saw them.
import { ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { build } from 'esbuild';
import { KubeClient } from '../../client/KubeClient';
import { core } from '../../resources';
import { eventually } from '../../testing/eventually';
import type { CandidateEvent, CandidateSettings } from './candidateProcess';

/** The program of a candidate, bundled into one file: it starts ten times as fast as from source. */
export class CandidateProgram {
  private constructor(private readonly folder: string) {}

  static async build(): Promise<CandidateProgram> {
    const folder = await mkdtemp(join(tmpdir(), 'klutch-candidate-'));
    const program = new CandidateProgram(folder);
    await build({
      entryPoints: [join(__dirname, 'candidateProcess.ts')],
      outfile: program.file,
      bundle: true,
      platform: 'node',
      logLevel: 'error',
    });
    return program;
  }

  get file(): string {
    return join(this.folder, 'candidate.js');
  }

  async remove(): Promise<void> {
    await rm(this.folder, { recursive: true });
  }
}

/** A candidate in a separate process. */
export class Candidate {
  /** All events of the process. */
  readonly events: CandidateEvent[] = [];
  /** Exit code, or the name of the signal; undefined while the process runs or its events are read. */
  exit: number | string | undefined;
  /** When the process ended. */
  exitAt = 0;
  readonly #child: ChildProcess;

  constructor(
    program: CandidateProgram,
    readonly settings: CandidateSettings,
  ) {
    this.#child = spawn(
      process.execPath,
      [program.file, JSON.stringify(settings)],
      { stdio: ['pipe', 'pipe', 'inherit'] },
    );
    // The process may be killed while a command is sent.
    this.#child.stdin?.on('error', () => undefined);
    createInterface({ input: this.#child.stdout! }).on('line', line =>
      this.events.push(JSON.parse(line)),
    );
    this.#child.once('exit', () => {
      this.exitAt = performance.now();
    });
    // After `exit` its last events may still have to be read.
    this.#child.once('close', (code, signal) => {
      this.exit = code ?? signal ?? 'unknown';
    });
  }

  get alive(): boolean {
    return this.exit === undefined;
  }

  /** Number of its present term; undefined while it is not the leader. */
  get leadingTerm(): number | undefined {
    const last = this.events.at(-1);
    return this.alive && last?.event === 'leading'
      ? last.transitions
      : undefined;
  }

  command(line: string): void {
    this.#child.stdin?.write(`${line}\n`);
  }

  /** Resolves when the process is paused; SIGCONT resumes it. */
  async pause(): Promise<void> {
    this.command('pause');
    await eventually(
      'the process is paused',
      () => this.events.at(-1)?.event === 'paused',
    );
  }

  signal(name: NodeJS.Signals): void {
    this.#child.kill(name);
  }
}

/** One write of a leader, as the server stored it. */
export interface Write {
  transitions: number;
  identity: string;
}

/** An independent record of all writes of leaders, in the server's order. */
export class History {
  readonly writes: Write[] = [];
  readonly #stop = new AbortController();

  private constructor(
    private readonly client: KubeClient,
    private readonly key: { namespace: string; name: string },
  ) {}

  static async start(
    client: KubeClient,
    namespace: string,
    name: string,
  ): Promise<History> {
    const history = new History(client, { namespace, name });
    const created = await client.create(core.configMaps, {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { namespace, name },
    });
    void history.#follow(created.metadata.resourceVersion ?? '');
    return history;
  }

  async #follow(resourceVersion: string): Promise<void> {
    const { namespace, name } = this.key;
    const events = this.client.watch(core.configMaps, {
      namespace,
      fieldSelector: `metadata.name=${name}`,
      resourceVersion,
      signal: this.#stop.signal,
    });
    try {
      for await (const event of events) {
        if (event.type !== 'MODIFIED') continue;
        const { transitions, identity = '' } = event.object.data ?? {};
        this.writes.push({ transitions: Number(transitions), identity });
      }
    } catch (error) {
      if (!this.#stop.signal.aborted) throw error;
    }
  }

  /** Resolves when all writes so far have arrived. */
  async waitForAllWrites(): Promise<void> {
    const mark = `mark-${this.writes.length}`;
    await this.client.mergePatch(core.configMaps, this.key, {
      data: { identity: mark },
    });
    await eventually('the history is complete', () =>
      this.writes.some(({ identity }) => identity === mark),
    );
  }

  by(identity: string): number {
    return this.writes.filter(write => write.identity === identity).length;
  }

  inTerm(transitions: number): number {
    return this.writes.filter(write => write.transitions === transitions)
      .length;
  }

  /** Writes of a term that came after a write of a later term: there must be none. */
  get overlaps(): Write[] {
    let highest = -1;
    return this.writes.filter(write => {
      highest = Math.max(highest, write.transitions);
      return write.transitions < highest;
    });
  }

  stop(): void {
    this.#stop.abort();
  }
}
