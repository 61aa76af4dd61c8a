/** What a binding says while no heartbeat reaches its control plane. */
import type { ClusterBinding } from '@klutch/bind-api';
import { ApiError, type Logger } from '@klutch/kube';
import { createHeartbeat } from './heartbeat';

const clusterBinding = {
  metadata: { namespace: 'x', name: 'cluster', uid: 'u', resourceVersion: '1' },
  spec: { providerPrettyName: 'Data' },
} as ClusterBinding;
const gone = new ApiError({ code: 410, reason: 'Gone', message: 'too bad' });

/** Beats once, at most. */
async function beaten(found: ClusterBinding | undefined) {
  const stop = new AbortController();
  const logger = {
    child: () => logger,
    debug() {},
    info() {},
    warn() {},
    error() {},
  } as unknown as Logger;
  let told = () => {};
  const isTold = new Promise<void>(resolve => (told = resolve));
  const heartbeat = createHeartbeat({
    appCluster: {
      remote: {},
      duty: { leading: true, onLead() {} },
      heartbeat: { tickMs: 60_000, intervalMs: 300_000 },
      konnectorVersion: 'v1.0.0',
    },
    client: { mergePatch: () => Promise.reject(gone) },
    clusterNamespace: 'x',
    clusterBindings: {
      synced: true,
      get: () => found,
      list: () => [],
      subscribe: () => () => undefined,
      whenSynced: async () => undefined,
      onHealth: () => () => undefined,
    },
    inUse: () => undefined,
    changed: () => told(),
    signal: stop.signal,
    logger,
  } as unknown as Parameters<typeof createHeartbeat>[0]);
  heartbeat.controller.start(stop.signal);
  heartbeat.controller.enqueue('cluster');
  await isTold;
  stop.abort();
  await heartbeat.controller.stopped();
  return heartbeat;
}

it('is that it has no ClusterBinding to beat into', async () => {
  const { verdict } = await beaten(undefined);
  expect(verdict).toMatchObject({
    ok: false,
    reason: 'ClusterBindingUpdateFailed',
    message: expect.stringContaining('Bind again'),
  });
});

it('is what the control plane says of the write', async () => {
  const heartbeat = await beaten(clusterBinding);
  expect(heartbeat.verdict).toMatchObject({
    ok: false,
    reason: 'ClusterBindingUpdateFailed',
    message: expect.stringContaining('too bad'),
  });
  expect(heartbeat.trouble()?.message).toContain('too bad');
});
