// Latency of the creates of one binding while another binding is flooded; the baseline is the latency without the flood.
import { Figure, figureOf } from '../harness/figures';
import { inParallel } from '../harness/interleaved';
import { paced } from '../harness/paced';
import { BenchContext, BenchPart } from '../harness/runBench';
import { median, percentile } from '../harness/statistics';
import { collectionOf } from '../kube/sampleCrd';
import { apis, objectOf } from './api';
import { Arrivals } from '../harness/Arrivals';
import {
  concurrency,
  openBareNamespace,
  openNamespace,
  watchCopies,
} from './creates';
import type { KonnectorEnvironment } from './KonnectorEnvironment';
import { singleBareCreates, singleCreates } from './latencies';

const count = 100;
/**
 * About twenty times the sync rate of the reference's konnector, and less than a third of the rate of the bare loop on the
 * reference machine; proportionally less on a slower machine.
 */
const floodPerSecond = ({ slowness }: KonnectorEnvironment): number =>
  Math.round(100 / slowness);
const quietNamespace = 'quiet';
const bareNamespace = 'quiet-bare';
const floodedNamespace = 'flooded';
const p99 = (latencies: number[]) => percentile(latencies, 0.99);

/** Creates objects of the other binding until the signal aborts. */
type Flood = (
  create: () => Promise<unknown>,
  end: AbortSignal,
) => Promise<void>;

const steady =
  (perSecond: number): Flood =>
  async (create, end) => {
    while (!end.aborted) {
      await paced({ perSecond, seconds: 1, maxInFlight: 64 }, create);
    }
  };
const unlimited: Flood = async (create, end) => {
  while (!end.aborted) await inParallel(concurrency, concurrency * 4, create);
};

class Neighbours {
  #flooded = 0;
  #single = 0;

  constructor(
    private readonly environment: KonnectorEnvironment,
    private readonly copies: Arrivals,
    private readonly bareCopies: Arrivals,
  ) {}

  /** p99 latency of the quiet binding. */
  async single(): Promise<number> {
    const { environment, copies } = this;
    const run = {
      namespace: quietNamespace,
      copiesIn: environment.serviceNamespace(quietNamespace),
      from: this.next(),
      count,
    };
    environment.synced += count;
    return p99(await singleCreates(environment, apis.quiet, run, copies));
  }

  /** p99 latency of the bare loop. */
  async bare(): Promise<number> {
    const run = { namespace: bareNamespace, from: this.next(), count };
    return p99(await singleBareCreates(this.environment, run, this.bareCopies));
  }

  /** Runs the measurement while the other binding is flooded. */
  async during<T>(flood: Flood, measured: () => Promise<T>): Promise<T> {
    const { app } = this.environment;
    const end = new AbortController();
    const flooding = flood(() => {
      const object = objectOf(apis.main, floodedNamespace, this.#flooded);
      this.#flooded += 1;
      const collection = collectionOf(apis.main, floodedNamespace);
      return app.send('POST', collection, object);
    }, end.signal);
    try {
      return await measured();
    } finally {
      end.abort();
      await flooding;
    }
  }

  private next(): number {
    this.#single += count;
    return this.#single;
  }
}

async function measure(
  { environment, repeats }: BenchContext<KonnectorEnvironment>,
  signal: AbortSignal,
): Promise<Figure[]> {
  const copies = await watchCopies(environment, apis.quiet, signal);
  const floodCopies = await watchCopies(environment, apis.main, signal);
  const bareCopies = await watchCopies(environment, apis.bare, signal);
  await openNamespace(environment, apis.quiet, quietNamespace, copies);
  await openBareNamespace(environment, bareNamespace);
  await openNamespace(environment, apis.main, floodedNamespace, floodCopies);
  const neighbours = new Neighbours(environment, copies, bareCopies);
  const single = () => neighbours.single();
  const perSecond = floodPerSecond(environment);
  const found = {
    alone: [] as number[],
    steady: [] as number[],
    unlimited: [] as number[],
    bare: [] as number[],
  };
  // Warm-up.
  await single();
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    found.alone.push(await single());
    found.steady.push(await neighbours.during(steady(perSecond), single));
    await neighbours.during(unlimited, async () => {
      found.unlimited.push(await single());
      found.bare.push(await neighbours.bare());
    });
  }
  const unit = 'ms';
  return [
    figureOf({
      name: `p99 beside ${perSecond} creates/s of another binding`,
      value: median(found.steady),
      unit,
      baseline: median(found.alone),
      target: { on: 'ratio', at: 'most', limit: 2 },
    }),
    figureOf({
      name: 'p99 beside as many as the API server takes',
      value: median(found.unlimited),
      unit,
      baseline: median(found.bare),
    }),
  ];
}

export const noisyNeighbour: BenchPart<KonnectorEnvironment> = {
  about: 'single creates of one binding while another one is flooded',
  async run(context) {
    const stop = new AbortController();
    const { signal } = context;
    try {
      return await measure(context, AbortSignal.any([stop.signal, signal]));
    } finally {
      stop.abort();
    }
  },
};
