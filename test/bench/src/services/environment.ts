// A sandbox in a process of its own, and what the figures need of its portal.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type {
  KlutchClient,
  Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { pickPort } from '@klutch/local-processes';
import {
  alice,
  APP_CLUSTER,
  DEVELOPER_NAMESPACE,
  signIn,
  startSandboxProcess,
  type Credentials,
  type SandboxProcess,
} from '@klutch/sandbox';
import { monotonicMs } from '../harness/clock';

const pollMs = 50;

/** Names of claims: API by its plural, and the object's name. */
type ClaimName = readonly [plural: string, name: string];

const pathOf = ([plural, name]: ClaimName) => ({
  cluster: APP_CLUSTER,
  namespace: DEVELOPER_NAMESPACE,
  resource: `${plural}.anynines.com`,
  name,
});

/** Orders and reads claims as a developer. */
export class Developer {
  constructor(private readonly portal: KlutchClient) {}

  async order(
    claim: ClaimName,
    spec: Schemas['ClaimRequest']['spec'],
  ): Promise<void> {
    const { error } = await this.portal.POST('/claims', {
      params: { query: {} },
      body: { ...pathOf(claim), spec },
    });
    if (error) throw new Error(error.error.message);
  }

  /** The messages that the claim showed until it was ready; throws when it fails. */
  async whenReady(claim: ClaimName, signal: AbortSignal): Promise<string[]> {
    const messages = new Set<string>();
    for (;;) {
      signal.throwIfAborted();
      const { data } = await this.portal.GET(
        '/claims/{cluster}/{namespace}/{resource}/{name}',
        { params: { path: pathOf(claim) } },
      );
      if (data?.message) messages.add(data.message);
      if (data?.state === 'Ready') return [...messages];
      if (data?.state === 'Failed') {
        throw new Error(`${claim.join('/')}: ${data.message ?? 'failed'}`);
      }
      await pause(pollMs);
    }
  }

  /** Seconds from the order until the claim is ready, and the messages meanwhile. */
  async timed(
    claim: ClaimName,
    spec: Schemas['ClaimRequest']['spec'],
    signal: AbortSignal,
  ): Promise<{ seconds: number; messages: string[] }> {
    const begin = monotonicMs();
    await this.order(claim, spec);
    const messages = await this.whenReady(claim, signal);
    return { seconds: (monotonicMs() - begin) / 1_000, messages };
  }

  async reveal(binding: string): Promise<Credentials> {
    const { data, error } = await this.portal.POST(
      '/claims/{cluster}/{namespace}/{resource}/{name}/reveal',
      { params: { path: pathOf(['servicebindings', binding]) } },
    );
    if (error) throw new Error(error.error.message);
    return Object.fromEntries(
      data.fields.map(({ key, value }) => [key, value]),
    );
  }
}

/** Resident memory of a process and all that it started, in bytes. */
export async function treeBytes(root: number): Promise<number> {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc').filter(one => /^\d+$/.test(one))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      // The second field is the program's name in parentheses, which may contain spaces.
      const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      parents.set(Number(name), Number(parent));
    } catch {
      // The process has ended meanwhile.
    }
  }
  const isOfTree = (pid: number): boolean =>
    pid === root || (parents.has(pid) && isOfTree(parents.get(pid) ?? 0));
  let bytes = 0;
  for (const pid of [...parents.keys()].filter(isOfTree)) {
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(
      () => '',
    );
    bytes += Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024;
  }
  return bytes;
}

/** Environment of the figures. */
export interface ServicesEnvironment {
  developer: Developer;
  /** Seconds from the command to the ready line, with programs and a portal bundle from a start before. */
  warmStartSeconds: number;
  /** Resident memory of the sandbox before anything is ordered. */
  idleBytes: number;
  tearDown(): Promise<void>;
}

/** Starts a sandbox twice: the first start may build and fetch. */
export async function startSandbox(
  log: (text: string) => void,
): Promise<ServicesEnvironment> {
  const dir = await mkdtemp(join(tmpdir(), 'klutch-bench-'));
  let sandbox: SandboxProcess | undefined;
  const start = async () => {
    const begin = monotonicMs();
    sandbox = await startSandboxProcess(dir, await pickPort());
    return (monotonicMs() - begin) / 1_000;
  };
  log(`first start: ${(await start()).toFixed(1)} s`);
  await sandbox?.interrupt();
  const warmStartSeconds = await start();
  const { state, pid } = sandbox as SandboxProcess;
  const idleBytes = await treeBytes(pid);
  const { client } = await signIn(state.url, alice);
  return {
    developer: new Developer(client),
    warmStartSeconds,
    idleBytes,
    tearDown: async () => {
      await sandbox?.interrupt();
      await rm(dir, { recursive: true, force: true });
    },
  };
}
