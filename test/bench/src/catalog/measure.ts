// What the catalog's entity provider takes for many instances.
import { join } from 'node:path';
import { inChild } from '../harness/child';
import { figureOf, type Figure } from '../harness/figures';
import type { BenchContext } from '../harness/runBench';
import { percentile } from '../harness/statistics';
import type { CatalogInput, CatalogOutput } from './catalog.child';

export async function measure({
  environment,
  signal,
}: BenchContext<CatalogInput>): Promise<Figure[]> {
  const { refreshMs, processedMs, changeMs, heapBytes } = await inChild<
    CatalogInput,
    CatalogOutput
  >(join(__dirname, 'catalog.child.ts'), environment, { gc: true, signal });
  const [before, after] = heapBytes;
  return [
    figureOf({
      name: 'full refresh',
      value: refreshMs / 1_000,
      unit: 's',
      target: { on: 'value', at: 'most', limit: 60 },
    }),
    figureOf({
      name: 'processing by the catalog',
      value: processedMs / 1_000,
      unit: 's',
    }),
    figureOf({
      name: 'one change, p95',
      value: percentile(changeMs, 0.95) / 1_000,
      unit: 's',
      target: { on: 'value', at: 'most', limit: 1 },
    }),
    figureOf({
      name: 'heap after the changes',
      value: after / 1e6,
      unit: 'MB',
      baseline: before / 1e6,
      target: { on: 'ratio', at: 'most', limit: 1.05 },
    }),
  ];
}
