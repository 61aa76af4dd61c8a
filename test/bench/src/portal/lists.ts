// How long lists take: pages of the index, and the first list of a person whose rights must be read.
import { figureOf, type Figure } from '../harness/figures';
import { interleaved } from '../harness/interleaved';
import type { BenchContext } from '../harness/runBench';
import { percentile } from '../harness/statistics';
import type { PortalEnvironment } from './environment';

const requests = 200;

/** Milliseconds until a request is answered. */
export async function timed(work: () => Promise<{ error?: unknown }>) {
  const startMs = performance.now();
  const { error } = await work();
  if (error) throw new Error(JSON.stringify(error));
  return performance.now() - startMs;
}

export async function lists({
  environment,
}: BenchContext<PortalEnvironment>): Promise<Figure[]> {
  const alice = environment.portal.as('alice');
  const page = () =>
    alice.GET('/claims', {
      params: {
        query: { type: 'instance', sort: 'name', limit: 50, facets: true },
      },
    });
  const firstMs = await timed(page);
  const { data } = await page();
  const { ours, bare } = await interleaved(
    requests,
    () => timed(page),
    () => timed(() => alice.GET('/changes')),
  );
  return [
    figureOf({
      name: 'first list of a person with rights in each namespace',
      value: firstMs,
      unit: 'ms',
    }),
    figureOf({
      name: 'rows of that list',
      value: data?.total ?? NaN,
      unit: '',
      target: { on: 'value', at: 'least', limit: environment.instances.length },
    }),
    figureOf({
      name: 'size of a page with facets',
      value: JSON.stringify(data).length / 1_000,
      unit: 'kB',
    }),
    figureOf({
      name: 'list, p95 (baseline: a request without content)',
      value: percentile(ours, 0.95),
      unit: 'ms',
      baseline: percentile(bare, 0.95),
      target: { on: 'value', at: 'most', limit: 100 },
    }),
  ];
}
