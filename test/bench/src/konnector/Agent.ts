// Runs the konnector as its image does: one bundled file in a separate process.
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import {
  startProcess,
  waitFor,
  type ProcessHandle,
} from '@klutch/local-processes';
import { samplesOf, valueOf } from '../harness/prometheus';

export interface AgentOptions {
  /** File created by {@link bundleAgent}. */
  program: string;
  /** File with the konnector's own access to the app cluster. */
  kubeconfig: string;
  logFile: string;
  /** Folder for a CPU profile, which the process writes when it exits. */
  profileDir?: string;
  /** Flags in addition to those of every konnector of the bench. */
  moreFlags?: readonly string[];
  signal: AbortSignal;
}

/** Resources used by a process. */
export interface Usage {
  cpuSeconds: number;
  residentBytes: number;
  /** Reconciles of synced objects. */
  reconciles: number;
}

const konnector = join(__dirname, '../../../../konnector');
const dockerfile = join(konnector, 'Dockerfile');

/** Node flags and environment variables of the konnector's image. */
async function imageSettings(): Promise<{
  flags: string[];
  env: NodeJS.ProcessEnv;
}> {
  const text = await readFile(dockerfile, 'utf8');
  const entrypoint: string[] = JSON.parse(
    /^ENTRYPOINT (\[.*\])$/m.exec(text)?.[1] ?? '[]',
  );
  const arenas = /^ENV MALLOC_ARENA_MAX=(\d+)$/m.exec(text)?.[1];
  return {
    flags: entrypoint.slice(1, -1),
    env: { MALLOC_ARENA_MAX: arenas },
  };
}

/** The environment variable of a program's compiled code, which the image has as well. */
const compileCache = (program: string): NodeJS.ProcessEnv => ({
  NODE_COMPILE_CACHE: join(dirname(program), 'compile-cache'),
});

const reconcilesIn = (metrics: string): number =>
  samplesOf(metrics, 'klutch_reconcile_duration_seconds_count')
    .filter(({ labels }) => labels.controller === 'sync')
    .reduce((sum, { value }) => sum + value, 0);

/** Bundles the konnector in the same way as its `npm run bundle`, and compiles it as its image does. */
export async function bundleAgent(folder: string): Promise<string> {
  const outfile = join(folder, 'konnector.cjs');
  await promisify(execFile)(process.execPath, ['bundle.mts', outfile], {
    cwd: konnector,
  });
  const { flags } = await imageSettings();
  await promisify(execFile)(
    process.execPath,
    [...flags, outfile, '--version'],
    {
      env: { ...process.env, ...compileCache(outfile) },
    },
  );
  return outfile;
}

export class Agent {
  private constructor(
    private readonly process: ProcessHandle,
    /** Start time on the clock of `performance`. */
    readonly startedAt: number,
    private readonly signal: AbortSignal,
  ) {}

  /** Starts the konnector with the default flags, but without a rate limit, which would dominate the figures. */
  static async start(options: AgentOptions): Promise<Agent> {
    const { program, kubeconfig, logFile, profileDir, signal } = options;
    const { moreFlags = [] } = options;
    const { flags, env } = await imageSettings();
    const startedAt = performance.now();
    const handle = await startProcess({
      name: 'the konnector',
      command: process.execPath,
      args: [
        ...(profileDir ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : []),
        ...flags,
        program,
        `--kubeconfig=${kubeconfig}`,
        '--health-address=127.0.0.1:0',
        '--qps=10000',
        '--burst=20000',
        ...moreFlags,
      ],
      env: { ...process.env, ...env, ...compileCache(program) },
      logFile,
      signal,
    });
    return new Agent(handle, startedAt, signal);
  }

  /** Resolves with the seconds from the start until `/readyz` succeeds. */
  async ready(): Promise<number> {
    await waitFor(async () => (await this.ask('/readyz')).ok, {
      what: 'the konnector is ready',
      timeoutMs: 60_000,
      intervalMs: 5,
      signal: this.signal,
    });
    return (performance.now() - this.startedAt) / 1000;
  }

  async usage(): Promise<Usage> {
    const metrics = await (await this.ask('/metrics')).text();
    return {
      cpuSeconds: valueOf(metrics, 'process_cpu_seconds_total'),
      residentBytes: valueOf(metrics, 'process_resident_memory_bytes'),
      reconciles: reconcilesIn(metrics),
    };
  }

  async stop(): Promise<void> {
    await this.process.stop(30_000);
  }

  #address: string | undefined;

  private async ask(path: string): Promise<Response> {
    this.#address ??= /"health":"([^"]+)"/.exec(
      await readFile(this.process.logFile, 'utf8'),
    )?.[1];
    if (!this.#address) throw new Error('The konnector does not listen yet.');
    return fetch(`http://${this.#address}${path}`);
  }
}
