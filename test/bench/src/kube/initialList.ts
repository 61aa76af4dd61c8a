// Time until a cache holds 10k objects, and their memory.
import { join } from 'node:path';
import { inChild } from '../harness/child';
import { Figure, figureOf } from '../harness/figures';
import { inParallel } from '../harness/interleaved';
import { BenchContext, BenchPart } from '../harness/runBench';
import { median } from '../harness/statistics';
import type { HeapInput, HeapOutput } from './cacheHeap.child';
import { KubeEnvironment } from './environment';
import type { ListInput, ListOutput } from './initialList.child';
import { sampleCollection, createNamespace, sampleOf } from './sample';

const objects = 10_000;
const pageSize = 500;
const namespace = 'listed';
const mebibyte = 2 ** 20;

/** Runs once per cluster; both parts read the same objects. */
async function populate({ environment, log }: BenchContext<KubeEnvironment>) {
  const { api } = environment;
  if (environment.populated.has(namespace)) return;
  log(`creating ${objects} objects`);
  await createNamespace(api, namespace);
  await inParallel(32, objects, index =>
    api.send('POST', sampleCollection(namespace), sampleOf(namespace, index)),
  );
  environment.populated.add(namespace);
}

export const initialList: BenchPart<KubeEnvironment> = {
  about: `first list of ${objects} objects of 1.5 KB, beside a bare paged list (limit ${pageSize})`,
  async run(context) {
    await populate(context);
    const { environment, repeats, signal } = context;
    const { kubeconfig } = environment;
    const { ours, bare } = await inChild<ListInput, ListOutput>(
      join(__dirname, 'initialList.child.ts'),
      { kubeconfig, namespace, objects, pageSize, repeats },
      { signal },
    );
    return [
      figureOf({
        name: `first list of ${objects}`,
        value: median(ours),
        unit: 's',
        baseline: median(bare),
        target: { on: 'ratio', at: 'most', limit: 2 },
      }),
    ];
  },
};

export const cacheHeap: BenchPart<KubeEnvironment> = {
  about: `heap that a cache of ${objects} objects of 1.5 KB adds`,
  async run(context) {
    await populate(context);
    const { environment, repeats, signal } = context;
    const { kubeconfig } = environment;
    const unit = 'MiB';
    const measured = async (projection: boolean) => {
      const runs: HeapOutput[] = [];
      for (let run = 0; run < Math.min(repeats, 3); run += 1) {
        runs.push(
          await inChild<HeapInput, HeapOutput>(
            join(__dirname, 'cacheHeap.child.ts'),
            { kubeconfig, namespace, projection },
            { signal, gc: true },
          ),
        );
      }
      const mebibytes = (key: keyof HeapOutput) =>
        median(runs.map(run => run[key])) / mebibyte;
      return {
        heap: mebibytes('extraHeap'),
        peak: {
          value: mebibytes('peakRss'),
          baseline: mebibytes('rssBefore'),
          unit,
        },
      };
    };
    const projected = await measured(true);
    const whole = await measured(false);
    const figures: Figure[] = [
      figureOf({
        name: `heap of ${objects}, projected`,
        value: projected.heap,
        unit,
        target: { on: 'value', at: 'most', limit: 80 },
      }),
      figureOf({ name: `heap of ${objects}, whole`, value: whole.heap, unit }),
      figureOf({ name: 'peak memory, projected', ...projected.peak }),
      figureOf({ name: 'peak memory, whole', ...whole.peak }),
    ];
    return figures;
  },
};
