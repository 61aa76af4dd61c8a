// Cost of idle caches.
import { join } from 'node:path';
import { startChild } from '../harness/child';
import { figureOf } from '../harness/figures';
import { BenchPart } from '../harness/runBench';
import { KubeEnvironment } from './environment';
import type { IdleInput, IdleOutput } from './idleWatches.child';
import { sampleCollection, createNamespace, sampleOf } from './sample';

const watches = 50;
const seconds = 60;

export const idleWatches: BenchPart<KubeEnvironment> = {
  about: `processor time of ${watches} caches of quiet resources in ${seconds} s`,
  async run({ environment, signal }) {
    const { kubeconfig, api } = environment;
    const namespaces = Array.from(
      { length: watches },
      (_, index) => `quiet-${index}`,
    );
    for (const namespace of namespaces) {
      await createNamespace(api, namespace);
      await api.send(
        'POST',
        sampleCollection(namespace),
        sampleOf(namespace, 0),
      );
    }
    const follow = (by: IdleInput['by']) =>
      startChild<IdleInput, IdleOutput>(
        join(__dirname, 'idleWatches.child.ts'),
        { kubeconfig, namespaces, by, seconds },
        { signal },
      );
    // Both run at once, because idle processes do not disturb each other.
    const children = [follow('cache'), follow('stream')] as const;
    await Promise.all(children.map(child => child.receive('ready')));
    children.forEach(child => child.send('measure'));
    const ours = await children[0].result;
    const bare = await children[1].result;
    return [
      figureOf({
        name: `${watches} idle watches`,
        value: ours * 100,
        unit: '% of a core',
        baseline: bare * 100,
        target: { on: 'value', at: 'most', limit: 1 },
      }),
    ];
  },
};
