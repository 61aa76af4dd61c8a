/** `trace` on a real API server, which is app cluster and control plane in one. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  annotations,
  bindResources,
  crds,
  finalizers,
  names,
} from '@klutch/bind-api';
import { core, isEstablished } from '@klutch/kube';
import { waitFor } from '@klutch/local-processes';
import { claimResource, type Claim } from '../claims/ClaimApi';
import { discoverApis } from '../claims/discoverApis';
import { findApi } from '../claims/findApi';
import {
  namespace,
  ServiceCluster,
} from '../claims/__testUtils__/serviceCluster';

jest.setTimeout(120_000);

const serviceNamespace = 'klutch-tenant-team-a';
const api = 'postgresqlinstances.anynines.com';
let cluster: ServiceCluster;
let folder: string;
let planeFlags: string[];

const postgresql = async () =>
  claimResource(
    findApi(await discoverApis(cluster.admin), 'postgresqlinstances'),
  );

const createClaim = async (
  metadata: Claim['metadata'],
  status?: Claim['status'],
): Promise<Claim> => {
  const resource = await postgresql();
  const created = await cluster.admin.create(resource, {
    apiVersion: 'anynines.com/v1',
    kind: 'PostgresqlInstance',
    metadata,
    spec: { service: 'a9s-postgresql15', plan: 'postgresql-single-nano' },
  });
  if (!status) return created;
  const { name = '', namespace: within = '' } = metadata;
  return cluster.admin.mergePatch(
    resource,
    { namespace: within, name },
    { status },
    { subresource: 'status' },
  );
};

beforeAll(async () => {
  cluster = await ServiceCluster.start('apps');
  folder = await mkdtemp(join(tmpdir(), 'klutch-trace-'));
  const kubeconfig = join(folder, 'control-plane');
  await writeFile(kubeconfig, cluster.kubeconfig);
  planeFlags = ['--control-plane-kubeconfig', kubeconfig];
  for (const name of [serviceNamespace, names.appClusterNamespace]) {
    await cluster.admin.create(core.namespaces, {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name },
    });
  }
});
afterEach(() => {
  process.exitCode = undefined;
});
afterAll(async () => {
  await cluster?.stop();
  await rm(folder, { recursive: true, force: true });
});

const trace = async (...args: string[]) => {
  const ran = await cluster.run(['trace', ...args]);
  return { ...ran, exitCode: process.exitCode };
};

it('ends with 1 and says how to bind an API that is not bound', async () => {
  await createClaim({ namespace, name: 'unbound' });
  const { error, exitCode, stdout } = await trace('postgresql/unbound');
  expect(error).toBeUndefined();
  expect(stdout).toMatch(/binding +app +apiservicebinding\/\S+ +failed/);
  expect(stdout).toContain(`Bind ${api} with "kubectl klutch bind <url>".`);
  expect(exitCode).toBe(1);
});

it('says that there is no such claim, or no such service', async () => {
  expect((await trace('postgresql/gone')).error?.message).toContain(
    '"postgresql/gone" was not found in namespace "team-a"',
  );
  expect((await trace('oracle/x')).error?.message).toContain(
    'has no data service "oracle"',
  );
});

describe('an API that is bound', () => {
  beforeAll(async () => {
    const { admin } = cluster;
    await admin.create(core.customResourceDefinitions, crds.apiServiceBindings);
    await waitFor(
      async () => {
        const { name = '' } = crds.apiServiceBindings.metadata;
        const crd = await admin.get(core.customResourceDefinitions, { name });
        return crd !== undefined && isEstablished(crd);
      },
      { what: 'the CRD of bindings is established', timeoutMs: 30_000 },
    );
    const key = { namespace: names.appClusterNamespace, name: api };
    await admin.create(bindResources.bindings, {
      apiVersion: names.apiVersion,
      kind: 'APIServiceBinding',
      metadata: key,
      spec: {
        kubeconfigSecretRef: {
          namespace: key.namespace,
          name: 'kubeconfig-x',
          key: 'kubeconfig',
        },
      },
    });
    await admin.mergePatch(
      bindResources.bindings,
      key,
      {
        status: {
          conditions: [
            {
              type: 'Ready',
              status: 'True',
              lastTransitionTime: '2026-01-01T00:00:00Z',
            },
          ],
        },
      },
      { subresource: 'status' },
    );
  });

  it('fails at the konnector with its warning', async () => {
    const { metadata } = await createClaim({ namespace, name: 'refused' });
    await cluster.admin.create(core.events, {
      apiVersion: 'v1',
      kind: 'Event',
      metadata: { namespace, name: 'refused.1' },
      involvedObject: {
        ...metadata,
        kind: 'PostgresqlInstance',
        apiVersion: 'anynines.com/v1',
      },
      type: 'Warning',
      reason: 'Refused',
      message: 'The name is taken on the control plane.',
    });
    const { exitCode, stdout } = await trace(
      'postgresql/refused',
      '-o',
      'json',
    );
    expect(JSON.parse(stdout).steps).toContainEqual(
      expect.objectContaining({
        step: 'konnector',
        state: 'failed',
        message: 'The name is taken on the control plane.',
      }),
    );
    expect(exitCode).toBe(1);
  });

  it('shows the copy on the control plane, found by the UID of the claim', async () => {
    const { metadata } = await createClaim(
      { namespace, name: 'orders', finalizers: [finalizers.syncer] },
      {
        conditions: [
          { type: 'Synced', status: 'True' },
          { type: 'Ready', status: 'True' },
        ],
      },
    );
    const withoutCopy = await trace('postgresql/orders', ...planeFlags);
    expect(withoutCopy.stdout).toContain('has no copy of this');
    expect(withoutCopy.exitCode).toBe(1);
    await createClaim(
      {
        namespace: serviceNamespace,
        name: 'orders',
        annotations: { [annotations.consumerUid]: metadata.uid ?? '' },
      },
      {
        conditions: [
          { type: 'Synced', status: 'True' },
          { type: 'Ready', status: 'True' },
        ],
      },
    );
    const { exitCode, stdout } = await trace(
      'postgresql/orders',
      ...planeFlags,
    );
    expect(stdout).toMatch(
      /control plane +control plane +postgresqlinstance\/klutch-tenant-team-a\/orders +done/,
    );
    expect(stdout).toContain('Every step is done.');
    expect(exitCode).toBe(0);
  });
});
