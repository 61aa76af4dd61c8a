/** Tokens are renewed, and the old ones expire, while a real konnector works with them; on two real clusters. */
import { names } from '@klutch/bind-api';
import {
  core,
  createLogger,
  isUnauthorized,
  loadKubeConfig,
} from '@klutch/kube';
import { createKonnectorMetrics, startKonnector } from '@klutch/konnector';
import { Registry } from 'prom-client';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import type { BindResult } from '../bind/bind';
import { ageToken } from '../testing/__testUtils__/ageToken';
import { clientOf, eventually } from '../testing/__testUtils__/controlPlane';
import { exportName } from '../testing/__testUtils__/tenant';
import {
  startTwoClusters,
  type TwoClusters,
} from '../testing/__testUtils__/twoClusters';
import { databases, databasesResource } from '../testing/samples';
import { kubeconfigOf } from './kubeconfig';

const rotations = process.env.KLUTCH_LONG === '1' ? 10 : 2;
const day = 86_400;

let on: TwoClusters;
let bound: BindResult;
const stop = new AbortController();
const registry = new Registry();
let stopped: Promise<void> = Promise.resolve();

beforeAll(async () => {
  on = await startTwoClusters('rotation');
  await on.plane.offer();
  const backend = await on.plane.backend();
  const konnector = startKonnector({
    appCluster: loadKubeConfig(on.cluster.kubeconfig),
    signal: stop.signal,
    logger: createLogger('konnector', { level: 'silent' }),
    metrics: createKonnectorMetrics(registry),
  });
  ({ stopped } = konnector);
  bound = await backend.bind({
    binder: { issuer: 'portal', subject: 'alice', groups: [] },
    identity: { subject: 'alice', clusterId: 'apps' },
    appCluster: on.apps,
    resource: databases,
    acceptedClaims: 'all',
  });
}, 90_000);
afterAll(async () => {
  stop.abort();
  await stopped;
  await on?.stop();
}, 30_000);

const above = async () => {
  const key = { namespace: bound.namespace, name: names.kubeconfigSecret };
  return kubeconfigOf(await on.plane.admin.get(core.secrets, key));
};
const onAppCluster = async () => {
  const { items } = await on.apps.list(core.secrets, {
    namespace: names.appClusterNamespace,
  });
  return items.map(kubeconfigOf);
};
const create = (name: string) =>
  on.apps.create(databasesResource, {
    apiVersion: 'example.test/v1',
    kind: 'Database',
    metadata: { name, namespace: 'default' },
    spec: { size: 'small' },
  });
const copies = async () => {
  const namespace = `${bound.namespace}-default`;
  const { items } = await on.plane.admin.list(databasesResource, { namespace });
  return new Set(items.map(({ metadata }) => metadata.name));
};
/** Writes of the konnector by outcome; conflicts are no failures. */
const failedWrites = async () =>
  (await registry.metrics())
    .split('\n')
    .filter(line =>
      /^klutch_konnector_writes_total.*outcome="(failed|forbidden|rejected)"/.test(
        line,
      ),
    );

itLong(
  'tokens rotate under load, and no sync fails',
  async () => {
    const { namespace } = bound;
    await eventually('the API is served', async () =>
      create('first').catch(() => false),
    );
    await eventually('the first copy', async () =>
      (await copies()).has('first'),
    );

    const load = { isRunning: true, count: 0 };
    const ended = (async () => {
      while (load.isRunning) {
        const name = `load-${load.count}`;
        await create(name);
        load.count += 1;
        await eventually(`the copy of ${name} exists`, async () =>
          (await copies()).has(name),
        );
      }
    })();
    const tokens = new Set([await above()]);
    for (let rotation = 0; rotation < rotations; rotation++) {
      const old = (await above()) ?? '';
      const oldClient = clientOf(old);
      // From the second rotation on, waiting for the previous token's expiry has already aged the token.
      const more = rotation === 0 ? 0.6 : 0.15;
      await ageToken(on.plane.admin, namespace, more * day);
      const renewed = await eventually('a new token', async () => {
        const now = await above();
        return now !== old && now;
      });
      tokens.add(renewed);
      await eventually('the konnector uses the new token', async () =>
        (await onAppCluster()).includes(renewed),
      );
      await ageToken(on.plane.admin, namespace, 0.45 * day);
      await eventually('the old token has expired', () =>
        oldClient
          .get(core.namespaces, { name: namespace })
          .then(() => false)
          .catch(isUnauthorized),
      );
      await oldClient.close();
      const enough = load.count + 5;
      await eventually('the load continues', async () => load.count >= enough);
    }
    load.isRunning = false;
    await ended;

    await eventually('all copies exist', async () => {
      const up = await copies();
      return Array.from({ length: load.count }, (_, n) => `load-${n}`).every(
        name => up.has(name),
      );
    });
    expect(tokens.size).toBe(rotations + 1);
    expect(await failedWrites()).toEqual([]);
    expect(await registry.metrics()).toContain(
      `klutch_konnector_writes_total{api="${exportName}",write="create-copy",side="provider",outcome="done"}`,
    );
  },
  240_000,
);
