/** Generated manifests on a real control plane with Crossplane; tests stand in for the providers. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { startFunction } from '@klutch/composition-function';
import { loadProviderCrds } from '@klutch/crossplane';
import {
  resolveBinary,
  startCluster,
  startCrossplane,
  type LocalCluster,
} from '@klutch/local-clusters';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { waitForValue } from '@klutch/local-processes';
import { stringify } from 'yaml';
import { runCli } from './cli';
import type { DefinitionInput } from './definition';

jest.setTimeout(120_000);

let cluster: LocalCluster;
let cwd: string;
let env: NodeJS.ProcessEnv;

const run = async (program: string, ...args: string[]) =>
  (await promisify(execFile)(program, args, { cwd, env })).stdout;
const kubectl = (...args: string[]) => run('kubectl', ...args);

async function apply(name: string, manifest: object) {
  await writeFile(join(cwd, `${name}.yaml`), stringify(manifest));
  await kubectl('apply', '-f', `${name}.yaml`);
}

/** A managed resource's CRD that keeps every field. */
const bucketCrd = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'buckets.s3.example.org' },
  spec: {
    group: 's3.example.org',
    scope: 'Cluster',
    names: { kind: 'Bucket', plural: 'buckets', singular: 'bucket' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { status: {} },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            'x-kubernetes-preserve-unknown-fields': true,
          },
        },
      },
    ],
  },
};

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), 'klutch-new-'));
  cluster = await startCluster({ name: 'control-plane' });
  env = {
    ...process.env,
    PATH: [dirname(await resolveBinary('kubectl')), process.env.PATH].join(
      delimiter,
    ),
    KUBECONFIG: cluster.kubeconfigPath,
  };
  await startCrossplane(cluster, {
    pollSeconds: 1,
    functions: { 'function-patch-and-transform': startFunction },
  });
  await apply('bucket', bucketCrd);
  for (const crd of await loadProviderCrds()) {
    await apply(crd.metadata.name, crd);
  }
  await kubectl('wait', '--for=condition=Established', 'crd', '--all');
});
afterAll(async () => {
  await cluster?.stop();
  if (cwd) await rm(cwd, { recursive: true, force: true });
});

/** Generates, installs and validates a service. */
async function install(definition: DefinitionInput) {
  await writeFile(join(cwd, 'service.yaml'), stringify(definition));
  await runCli(['--from=service.yaml'], { cwd, print: () => undefined });
  const folder = `data-services/${definition.name}`;
  await kubectl('apply', '-f', `${folder}/xrd.yaml`);
  await kubectl('apply', '-f', `${folder}/composition.yaml`);
  await kubectl(
    'wait',
    '--for=condition=Offered',
    '--timeout=60s',
    'xrd',
    '--all',
  );
  await run(`${folder}/validate.sh`);
  await kubectl('apply', '-f', `${folder}/example.yaml`);
}

/** The only object of a type. */
const composed = (type: string) =>
  waitForValue(
    async () => {
      const { items } = JSON.parse(await kubectl('get', type, '-o', 'json'));
      return items[0];
    },
    { what: `${type} exist`, timeoutMs: 30_000 },
  );

/** Reports the condition Ready, as a provider does. */
const makeReady = async (type: string) =>
  kubectl(
    'patch',
    type,
    (await composed(type)).metadata.name,
    '--subresource=status',
    '--type=merge',
    `-p=${JSON.stringify({
      status: {
        conditions: [
          {
            type: 'Ready',
            status: 'True',
            reason: 'Available',
            message: 'It works.',
            lastTransitionTime: '2026-01-01T00:00:00Z',
          },
        ],
      },
    })}`,
  );

const plans = [
  { name: 'small', sets: { 'limits.quotaGb': 5 } },
  { name: 'big', sets: { 'limits.quotaGb': 500 } },
];

itLong('composes a managed resource, and delivers its Secret', async () => {
  await install({
    name: 'object-store',
    group: 'data.example.org',
    description: 'Keeps files.',
    plans: [...plans].reverse(),
    planChanges: 'grow',
    parameters: [
      {
        name: 'versioned',
        type: 'boolean',
        description: 'Whether old versions are kept.',
        default: false,
        field: 'versioning.enabled',
      },
      { name: 'share', type: 'number', description: 'A share.', maximum: 0.5 },
    ],
    provider: {
      kind: 'managed-resource',
      apiVersion: 's3.example.org/v1',
      resourceKind: 'Bucket',
      connectionSecret: true,
    },
  });
  expect((await composed('buckets')).spec).toEqual({
    providerConfigRef: { name: 'default' },
    forProvider: {
      limits: { quotaGb: 500 },
      versioning: { enabled: false },
      share: 0.5,
    },
    writeConnectionSecretToRef: {
      namespace: 'default',
      name: 'my-object-store.object-store',
    },
  });
  await makeReady('buckets');
  const claim = 'objectstores.data.example.org/my-object-store';
  await kubectl('wait', '--for=condition=Ready', '--timeout=60s', claim);
  expect(
    JSON.parse(await kubectl('get', claim, '-o', 'json')).status.managed,
  ).toMatchObject({
    secret: { name: 'my-object-store.object-store' },
    conditions: [{ type: 'Ready', message: 'It works.' }],
  });
  expect(await kubectl('get', claim)).toMatch(/PLAN +MESSAGE[^]*big +It works/);

  const change = (plan: string) =>
    kubectl('patch', claim, '--type=merge', `-p={"spec":{"plan":"${plan}"}}`);
  await change('small');
  await expect(change('big')).rejects.toThrow('the plan cannot shrink');
});

itLong("composes an operator's resource by an Object", async () => {
  await install({
    name: 'mail',
    description: 'Sends mail.',
    plans,
    provider: {
      kind: 'kubernetes-object',
      apiVersion: 'mail.example.org/v1',
      resourceKind: 'Relay',
    },
  });
  expect((await composed('objects')).spec).toMatchObject({
    readiness: { policy: 'DeriveFromObject' },
    forProvider: {
      manifest: {
        apiVersion: 'mail.example.org/v1',
        kind: 'Relay',
        metadata: { namespace: 'default', name: 'my-mail' },
        spec: { limits: { quotaGb: 5 } },
      },
    },
    providerConfigRef: { name: 'kubernetes-provider' },
  });
  await makeReady('objects');
  await kubectl(
    'wait',
    '--for=condition=Ready',
    '--timeout=60s',
    'mails/my-mail',
  );
});
