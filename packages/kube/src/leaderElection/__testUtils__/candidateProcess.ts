// A candidate in a separate process, to be paused and killed by tests. As the leader it writes continuously.
// Events are lines of JSON on standard output, commands come from standard input: `stop`, `pause`, `block <ms>`.
import { createInterface } from 'node:readline';
import { readFileSync } from 'node:fs';
import { createClient } from '../../client/createClient';
import { loadKubeConfig } from '../../client/kubeConfig';
import { core } from '../../resources';
import { waitMs } from '../../wait';
import { createLeaderElector } from '../createLeaderElector';
import { Leadership, LeaseTimes } from '../LeaderElector';
import { LeaseLostError } from '../LeaseLostError';
import { shiftDate } from './shiftedDate';

/** The only argument, as JSON. */
export interface CandidateSettings {
  kubeconfigPath: string;
  namespace: string;
  lease: string;
  /** Name of the ConfigMap that leaders write to. */
  counter: string;
  identity: string;
  times: LeaseTimes;
  /** Whether its work never ends. */
  stubborn?: boolean;
  /** Offset of its date; SIGUSR2 inverts the offset. */
  dateShiftMs?: number;
}

/** An event on standard output. */
export type CandidateEvent =
  | { event: 'standby' }
  | { event: 'leading'; transitions: number }
  | { event: 'paused' }
  | { event: 'stopped' }
  | { event: 'lost'; end: string };

const settings: CandidateSettings = JSON.parse(process.argv[2] ?? '');
const { namespace, counter, identity } = settings;
const emit = (event: CandidateEvent) =>
  process.stdout.write(`${JSON.stringify(event)}\n`);

if (settings.dateShiftMs) shiftDate(settings.dateShiftMs);

const kubeConfig = loadKubeConfig(
  readFileSync(settings.kubeconfigPath, 'utf8'),
);
const work = createClient(kubeConfig);
const elector = createLeaderElector({
  client: createClient(kubeConfig),
  lease: { namespace, name: settings.lease },
  identity,
  times: settings.times,
});

/** Writes until the stop, and awaits each write. */
async function write(
  { guard, signal, transitions }: Leadership,
  writer: number,
): Promise<void> {
  const guarded = work.guarded(guard);
  for (let count = 1; !signal.aborted; count += 1) {
    const data = {
      transitions: String(transitions),
      identity,
      [`writer-${writer}`]: String(count),
    };
    // Expected errors: a conflict with the other writer, or a refusal by the guard.
    await guarded
      .mergePatch(core.configMaps, { namespace, name: counter }, { data })
      .catch(() => undefined);
    await waitMs(5, signal);
  }
}

async function onStartedLeading(leadership: Leadership): Promise<void> {
  emit({ event: 'leading', transitions: leadership.transitions });
  await Promise.all([write(leadership, 1), write(leadership, 2)]);
  if (settings.stubborn) await new Promise(() => undefined);
}

let stop = new AbortController();

/** Pauses this process in a turn of its own, so never between the guard's check of a write and the write. */
function pause(): void {
  emit({ event: 'paused' });
  process.kill(process.pid, 'SIGSTOP');
}

function block(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

createInterface({ input: process.stdin })
  .on('line', line => {
    const [command, argument] = line.split(' ');
    if (command === 'stop') stop.abort();
    if (command === 'pause') pause();
    if (command === 'block') block(Number(argument));
  })
  .on('close', () => process.exit());

async function main(): Promise<void> {
  for (;;) {
    stop = new AbortController();
    emit({ event: 'standby' });
    await elector.run(onStartedLeading, stop.signal);
    emit({ event: 'stopped' });
  }
}

main().catch((error: unknown) => {
  if (error instanceof LeaseLostError) emit({ event: 'lost', end: error.end });
  else process.stderr.write(`${error}\n`);
  process.exit(error instanceof LeaseLostError ? 3 : 1);
});
