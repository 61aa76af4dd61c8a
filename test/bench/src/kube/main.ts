// `npm run bench:kube`
import { runBench } from '../harness/runBench';
import { createThroughput } from './createThroughput';
import { idleWatches } from './idleWatches';
import { cacheHeap, initialList } from './initialList';
import { eventLatency } from './eventLatency';
import { KubeEnvironment, setUpKube } from './environment';

void runBench<KubeEnvironment>({
  name: 'kube',
  command: 'npm run bench:kube --',
  about:
    'Figures of packages/kube on a real API server, each beside the bare way to do the same in the same run.',
  repeats: 5,
  parts: {
    create: createThroughput,
    list: initialList,
    heap: cacheHeap,
    events: eventLatency,
    idle: idleWatches,
  },
  setUp: (_options, context) => setUpKube(context),
});
