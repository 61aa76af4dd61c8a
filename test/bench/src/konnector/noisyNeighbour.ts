// How long the creates of one binding take while another one is flooded, beside how long they take alone.
import { Figure, figureOf } from '../harness/figures';
import { inParallel } from '../harness/interleaved';
import { paced } from '../harness/paced';
import { BenchContext, BenchPart } from '../harness/runBench';
import { median, percentile } from '../harness/statistics';
import { apis, collectionOf, objectOf } from './api';
import { Arrivals } from './Arrivals';
import {
  concurrency,
  openBareNamespace,
  openNamespace,
  watchCopies,
} from './creates';
import { KonnectorEnvironment } from './environment';
import { singleBareCreates, singleCreates } from './latencies';

const count = 100;
/** Some twenty times what a stock konnector of the reference syncs; two API servers on two cores can take it. */
const floodPerSecond = 100;
const quietNamespace = 'quiet';
const bareNamespace = 'quiet-bare';
const p99 = (latencies: number[]) => percentile(latencies, 0.99);

/** Creates objects of the other binding until told to end; resolves with how many. */
type Flood = (
  create: () => Promise<unknown>,
  end: AbortSignal,
) => Promise<void>;

const steady: Flood = async (create, end) => {
  while (!end.aborted) {
    const second = { perSecond: floodPerSecond, seconds: 1, maxInFlight: 64 };
    await paced(second, create);
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

  /** Latencies of the quiet binding, and of the bare loop at the same time of the run. */
  async singles(): Promise<{ ours: number[]; bare: number[] }> {
    const run = { from: this.#single, count };
    this.#single += count;
    const ours = await singleCreates(
      this.environment,
      apis.quiet,
      { ...run, namespace: quietNamespace },
      this.copies,
    );
    const bare = await singleBareCreates(
      this.environment,
      { ...run, namespace: bareNamespace },
      this.bareCopies,
    );
    return { ours, bare };
  }

  async during(flood: Flood, namespace: string) {
    const { app } = this.environment;
    const end = new AbortController();
    const flooding = flood(() => {
      const object = objectOf(apis.main, namespace, this.#flooded);
      this.#flooded += 1;
      return app.send('POST', collectionOf(apis.main, namespace), object);
    }, end.signal);
    try {
      return await this.singles();
    } finally {
      end.abort();
      await flooding;
    }
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
  const flooded = 'flooded';
  await openNamespace(environment, apis.main, flooded, floodCopies);
  const neighbours = new Neighbours(environment, copies, bareCopies);
  const found = {
    alone: [] as number[],
    steady: [] as number[],
    unlimited: [] as number[],
    bare: [] as number[],
  };
  await neighbours.singles();
  for (let repeat = 1; repeat <= repeats; repeat += 1) {
    found.alone.push(p99((await neighbours.singles()).ours));
    found.steady.push(p99((await neighbours.during(steady, flooded)).ours));
    const flood = await neighbours.during(unlimited, flooded);
    found.unlimited.push(p99(flood.ours));
    found.bare.push(p99(flood.bare));
  }
  const unit = 'ms';
  return [
    figureOf({
      name: `p99 beside ${floodPerSecond} creates/s of another binding`,
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
    const over = new AbortController();
    const { signal } = context;
    try {
      return await measure(context, AbortSignal.any([over.signal, signal]));
    } finally {
      over.abort();
    }
  },
};
