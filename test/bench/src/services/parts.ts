// The figures of the data services.
import { serviceUses } from '@klutch/sandbox';
import { Client } from 'pg';
import { figureOf, type Figure } from '../harness/figures';
import { monotonicMs } from '../harness/clock';
import type { BenchContext } from '../harness/runBench';
import type { ServicesEnvironment } from './environment';
import { progressSteps } from './progressSteps';

type Context = BenchContext<ServicesEnvironment>;

const atMost = (limit: number) => ({ on: 'value', at: 'most', limit }) as const;
const atLeast = (limit: number) =>
  ({ on: 'value', at: 'least', limit }) as const;

/** Seconds until an instance is ready, with its programs in the cache; 30 unless named. */
const readyLimits: Record<string, number> = {
  postgresql: 10,
  search: 60,
  logme2: 60,
};

/**
 * Resident memory in MB: clusters, Crossplane, providers and the portal took 2626 MB when the limit was set, and it is
 * a tenth above, so that growth is noticed.
 */
const idleMegabytes = 2_900;

export async function start({ environment }: Context): Promise<Figure[]> {
  return [
    figureOf({
      name: 'start of the sandbox, warm',
      value: environment.warmStartSeconds,
      unit: 's',
      target: atMost(35),
    }),
    figureOf({
      name: 'memory of the sandbox without instances',
      value: environment.idleBytes / 1e6,
      unit: 'MB',
      target: atMost(idleMegabytes),
    }),
  ];
}

const instanceSpec = ({
  service,
  plan,
  type,
}: (typeof serviceUses)[number]) => ({
  service,
  plan,
  compositionRef: { name: `a9s-${type}` },
});

const relatedSpec = (type: string, spec: Record<string, string>) => ({
  ...spec,
  serviceInstanceType: type,
});

export async function services(context: Context): Promise<Figure[]> {
  const { environment, log, signal } = context;
  const { developer } = environment;
  const figures: Figure[] = [];
  for (const use of serviceUses) {
    const { type, plural } = use;
    // Fetches or builds the programs.
    const first = await developer.timed(
      [plural, `${type}-first`],
      instanceSpec(use),
      signal,
    );
    const ready = await developer.timed(
      [plural, `${type}-second`],
      instanceSpec(use),
      signal,
    );
    const bound = await developer.timed(
      ['servicebindings', `${type}-app`],
      relatedSpec(type, { instanceRef: `${type}-second` }),
      signal,
    );
    log(`${type}: the first ready after ${first.seconds.toFixed(1)} s`);
    figures.push(
      figureOf({
        name: `${type}: ready`,
        value: ready.seconds,
        unit: 's',
        target: atMost(readyLimits[type] ?? 30),
      }),
      figureOf({
        name: `${type}: bound`,
        value: bound.seconds,
        unit: 's',
        target: atMost(3),
      }),
    );
  }
  return figures;
}

const megabytes = 100;

export async function backup(context: Context): Promise<Figure[]> {
  const { environment, signal } = context;
  const { developer } = environment;
  const name = 'large';
  await developer.timed(
    ['postgresqlinstances', name],
    {
      service: 'a9s-postgresql15',
      plan: 'postgresql-single-big',
      compositionRef: { name: 'a9s-postgresql' },
    },
    signal,
  );
  await developer.timed(
    ['servicebindings', `${name}-app`],
    relatedSpec('postgresql', { instanceRef: name }),
    signal,
  );
  const { uri } = await developer.reveal(`${name}-app`);
  const client = new Client({ connectionString: uri });
  await client.connect();
  // Random text, so that the dump is not much smaller than the data.
  await client.query(
    `CREATE TABLE data AS SELECT string_agg(md5(random()::text), '') AS text
       FROM generate_series(1, ${megabytes * 32 * 1_024}) AS n GROUP BY n / 32`,
  );
  await client.end();
  const backedUp = await developer.timed(
    ['backups', `${name}-backup`],
    relatedSpec('postgresql', { instanceRef: name }),
    signal,
  );
  const restored = await developer.timed(
    ['restores', `${name}-restore`],
    relatedSpec('postgresql', {
      backupRef: `${name}-backup`,
      instanceRef: name,
    }),
    signal,
  );
  return [
    figureOf({
      name: `backup of ${megabytes} MB`,
      value: backedUp.seconds,
      unit: 's',
    }),
    figureOf({
      name: 'steps of its progress',
      value: progressSteps(backedUp.messages),
      unit: '',
      target: atLeast(2),
    }),
    figureOf({
      name: `restore of ${megabytes} MB`,
      value: restored.seconds,
      unit: 's',
    }),
    figureOf({
      name: 'steps of its progress',
      value: progressSteps(restored.messages),
      unit: '',
      target: atLeast(2),
    }),
  ];
}

const count = 50;

export async function many(context: Context): Promise<Figure[]> {
  const { environment, signal } = context;
  const { developer } = environment;
  const begin = monotonicMs();
  const results = await Promise.allSettled(
    Array.from({ length: count }, (_, index) =>
      developer.timed(
        ['postgresqlinstances', `many-${index}`],
        {
          service: 'a9s-postgresql15',
          plan: 'postgresql-single-nano',
          compositionRef: { name: 'a9s-postgresql' },
        },
        signal,
      ),
    ),
  );
  const failures = results.flatMap(result =>
    result.status === 'rejected' ? [String(result.reason)] : [],
  );
  failures.forEach(failure => context.log(failure));
  return [
    figureOf({
      name: `${count} instances at once: all ready`,
      value: (monotonicMs() - begin) / 1_000,
      unit: 's',
    }),
    figureOf({
      name: `${count} instances at once: failed`,
      value: failures.length,
      unit: '',
      target: atMost(0),
    }),
  ];
}
