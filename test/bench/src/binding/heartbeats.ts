// Cost of many app clusters that only send heartbeats.
import { names } from '@klutch/bind-api';
import { figureOf } from '../harness/figures';
import { inParallel } from '../harness/interleaved';
import { paced } from '../harness/paced';
import type { BenchPart } from '../harness/runBench';
import { sum } from '../harness/statistics';
import { untilUnchanged } from '../harness/untilUnchanged';
import { readWrites } from '../harness/writeCounts';
import type { BindingEnvironment } from './environment';

const count = 500;
const intervalSeconds = 300;
const measuredSeconds = 60;
const concurrency = 32;

const statusPath = (namespace: string) =>
  `/apis/${names.group}/v1alpha1/namespaces/${namespace}/clusterbindings/${names.clusterBinding}/status`;

/** Sends a heartbeat in the same way as a konnector. */
const sendHeartbeat = ({ control }: BindingEnvironment, namespace: string) =>
  control.send('PATCH', statusPath(namespace), {
    status: {
      lastHeartbeatTime: `${new Date().toISOString().slice(0, 19)}Z`,
      heartbeatInterval: `${intervalSeconds / 60}m0s`,
      konnectorVersion: 'v1.0.0',
    },
  });

/** Writes of all kinds since the start of the API server, except of Leases. */
async function allWrites({ control }: BindingEnvironment): Promise<number> {
  const counts = await readWrites(control);
  return sum(
    [...counts].filter(([what]) => what !== 'leases').map(([, n]) => n),
  );
}

export const heartbeats: BenchPart<BindingEnvironment> = {
  about: `${count} app clusters that only report every ${intervalSeconds / 60} minutes`,
  async run(context) {
    const { environment } = context;
    const { backend } = environment;
    const namespaces = await environment.tenants(count);
    await inParallel(concurrency, count, index =>
      sendHeartbeat(environment, namespaces[index] ?? ''),
    );
    const idle = () =>
      untilUnchanged(
        () => allWrites(environment),
        (one, other) => one === other,
        context.signal,
      );
    const before = await idle();
    const cpuBefore = await backend.cpuSeconds();
    let beats = 0;
    const pace = {
      perSecond: count / intervalSeconds,
      seconds: measuredSeconds,
      maxInFlight: concurrency,
    };
    await paced(pace, index => {
      beats += 1;
      return sendHeartbeat(environment, namespaces[index % count] ?? '');
    });
    const cpuAfter = await backend.cpuSeconds();
    const after = await idle();
    return [
      figureOf({
        name: `processor with ${count} app clusters that report`,
        value: ((cpuAfter - cpuBefore) / measuredSeconds) * 100,
        unit: '% of a core',
        target: { on: 'value', at: 'most', limit: 5 },
      }),
      figureOf({
        name: `writes beside ${beats} reports in ${measuredSeconds} s`,
        value: after - before - beats,
        unit: '',
        target: { on: 'value', at: 'most', limit: 0 },
      }),
    ];
  },
};
