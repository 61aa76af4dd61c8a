// `npm run bench:konnector`
import { resolve } from 'node:path';
import { Option } from 'commander';
import { positiveNumber, runBench } from '../harness/runBench';
import { agentCpu } from './agentCpu';
import { createRate, createRateWithPolicy } from './createRate';
import { setUpKonnector } from './environment';
import type { KonnectorEnvironment } from './KonnectorEnvironment';
import { leastAgent } from './leastAgent';
import { noisyNeighbour } from './noisyNeighbour';
import { printProfiles } from './printProfiles';
import { idleAndRestart } from './idleAndRestart';
import { singleCreate } from './singleCreate';
import { statusRate } from './statusRate';
import { writesPerObject } from './writesPerObject';

void runBench<KonnectorEnvironment>({
  name: ({ objects }) => `konnector-${objects}`,
  command: 'npm run bench:konnector --',
  about:
    'Figures of the konnector between two real clusters, compared with a bare loop that does the same necessary writes in the same run.',
  repeats: 3,
  options: [
    new Option('--objects <number>', 'number of synced objects')
      .default(1_000)
      .argParser(positiveNumber),
    new Option(
      '--cpu-prof <folder>',
      'write a CPU profile of each konnector process to this folder, and print the most expensive functions (slows the konnector a little)',
    ),
  ],
  // Parts after `quiet` create more objects than `--objects`.
  parts: {
    create: createRate,
    quiet: idleAndRestart,
    status: statusRate,
    single: singleCreate,
    writes: writesPerObject,
    cpu: agentCpu,
    neighbour: noisyNeighbour,
    policy: createRateWithPolicy,
    least: leastAgent,
  },
  async setUp({ objects, cpuProf }, context) {
    const folder = typeof cpuProf === 'string' ? resolve(cpuProf) : undefined;
    const { environment, tearDown } = await setUpKonnector(
      { objects: Number(objects), cpuProf: folder },
      context,
    );
    return {
      environment,
      async tearDown() {
        await tearDown();
        if (folder) printProfiles(folder, context.log);
      },
    };
  },
});
