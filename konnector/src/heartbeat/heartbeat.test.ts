/** The condition of heartbeats that fail. */
import type { ClusterBinding } from '@klutch/bind-api';
import { ApiError, type Logger } from '@klutch/kube';
import { Heartbeat } from './heartbeat';

const clusterBinding = {
  metadata: { namespace: 'x', name: 'cluster', uid: 'u', resourceVersion: '1' },
  spec: { providerPrettyName: 'Data' },
} as ClusterBinding;
const gone = new ApiError({ code: 410, reason: 'Gone', message: 'too bad' });

/** Sends at most one heartbeat. */
async function reconcileHeartbeat(
  found: ClusterBinding | undefined,
  invalidReason?: string,
  client: object = { mergePatch: () => Promise.reject(gone) },
) {
  const stop = new AbortController();
  const logger = {
    child: () => logger,
    debug() {},
    info() {},
    warn() {},
    error() {},
  } as unknown as Logger;
  let report = () => {};
  const isReported = new Promise<void>(resolve => (report = resolve));
  const heartbeat = new Heartbeat({
    appCluster: {
      remote: {},
      leadership: { isLeader: true, onStartedLeading() {} },
      heartbeat: { tickMs: 60_000, intervalMs: 300_000 },
    },
    client,
    clusterNamespace: 'x',
    clusterBindings: {
      synced: true,
      get: () => found,
      list: () => [],
      invalidObjects: () =>
        new Map(invalidReason ? [['x/cluster', invalidReason]] : []),
      subscribe: () => () => undefined,
      whenSynced: async () => undefined,
      onHealth: () => () => undefined,
    },
    accesses: new Set(),
    changed: () => report(),
    signal: stop.signal,
    logger,
  } as unknown as ConstructorParameters<typeof Heartbeat>[0]);
  heartbeat.controller.start(stop.signal);
  heartbeat.controller.enqueue('cluster');
  await isReported;
  stop.abort();
  await heartbeat.controller.stopped();
  return heartbeat;
}

it('reports a missing ClusterBinding', async () => {
  const { condition } = await reconcileHeartbeat(undefined);
  expect(condition).toMatchObject({
    ok: false,
    reason: 'ClusterBindingUpdateFailed',
    message: expect.stringContaining('Bind again'),
  });
});

it('R05: sends the heartbeat again from the live object after a conflict, while the watch lags', async () => {
  const sent: string[] = [];
  const live = {
    ...clusterBinding,
    metadata: { ...clusterBinding.metadata, resourceVersion: '9' },
  };
  const heartbeat = await reconcileHeartbeat(clusterBinding, undefined, {
    async mergePatch(
      _resource: unknown,
      _key: unknown,
      { metadata }: ClusterBinding,
    ) {
      sent.push(metadata.resourceVersion ?? '');
      if (metadata.resourceVersion === '9') return live;
      throw new ApiError({ code: 409, reason: 'Conflict', message: 'late' });
    },
    get: async () => live,
  });
  expect(sent).toEqual(['1', '9']);
  expect(heartbeat.condition).toEqual({ ok: true });
});

it('R01: reports why a ClusterBinding is invalid', async () => {
  const { condition } = await reconcileHeartbeat(undefined, 'spec is missing.');
  expect(condition).toMatchObject({ ok: false, message: 'spec is missing.' });
});

it('reports the message of a rejected write', async () => {
  const heartbeat = await reconcileHeartbeat(clusterBinding);
  expect(heartbeat.condition).toMatchObject({
    ok: false,
    reason: 'ClusterBindingUpdateFailed',
    message: expect.stringContaining('too bad'),
  });
  expect(heartbeat.failure?.message).toContain('too bad');
});
