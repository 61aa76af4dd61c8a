import {
  core,
  createClient,
  defineResource,
  isInvalid,
  loadKubeConfig,
} from '@klutch/kube';
import type { KubeClient, Resource, Unstructured } from '@klutch/kube';
import { startCluster, waitFor } from '@klutch/local-clusters';
import type { LocalCluster } from '@klutch/local-clusters';
import { crds } from '.';
import {
  apiServiceBindingResource,
  apiServiceExportRequestResource,
  apiServiceExportResource,
  apiServiceExportTemplateResource,
  apiServiceNamespaceResource,
  clusterBindingResource,
  clusterScopedApiServiceBindingResource,
} from '../resources';
import { apiServiceBindingCrd } from './apiServiceBinding';
import type { CustomResourceDefinition } from '../types/customResourceDefinition';
import { crdToExportSpec, exportToCrd } from '../exportConversion';
import type { APIServiceBinding } from '../types/apiServiceBinding';
import type { APIServiceExport } from '../types/apiServiceExport';
import { names } from '../names';

jest.setTimeout(120_000);

let cluster: LocalCluster;
let client: KubeClient;

const crdResource = defineResource<CustomResourceDefinition>(
  core.customResourceDefinitions,
);
const bindings = defineResource<APIServiceBinding>(apiServiceBindingResource);
const apiExports = defineResource<APIServiceExport>(apiServiceExportResource);

/** Applies CRDs and waits until the server serves them. */
const install = async (manifests: CustomResourceDefinition[]) => {
  for (const manifest of manifests) {
    await client.apply(crdResource, manifest, { fieldManager: 'test' });
  }
  const established = async (name: string) => {
    const crd = await client.get(crdResource, { name });
    return (
      crd?.status?.conditions?.some(
        c => c.type === 'Established' && c.status === 'True',
      ) ?? false
    );
  };
  await waitFor(
    async () =>
      (
        await Promise.all(
          manifests.map(m => established(m.metadata.name ?? '')),
        )
      ).every(Boolean),
    { what: 'the CRDs are established', timeoutMs: 30_000 },
  );
};

beforeAll(async () => {
  cluster = await startCluster({ name: 'bind-api' });
  client = createClient(loadKubeConfig(cluster.kubeconfig));
  await install(Object.values(crds));
});

afterAll(async () => {
  client?.close();
  await cluster?.stop();
});

type Spec = Record<string, unknown>;

const object = (
  resource: Resource,
  name: string,
  spec: Spec | undefined,
): Unstructured => ({
  apiVersion: `${resource.group}/${resource.version}`,
  kind: resource.kind,
  metadata: { name, ...(resource.namespaced && { namespace: 'default' }) },
  ...(spec && { spec }),
});

/** What the server says to a creation: the stored object, or the reasons why not. */
const tryCreate = async (
  resource: Resource,
  name: string,
  spec: Spec | undefined,
): Promise<Unstructured | string> => {
  try {
    return await client.create(resource, object(resource, name, spec), {
      dryRun: true,
    });
  } catch (error) {
    if (!isInvalid(error)) throw error;
    return error.message;
  }
};

const exportSpec = (change: Spec = {}): Spec => ({
  group: 'anynines.com',
  names: { plural: 'backups', kind: 'Backup' },
  scope: 'Namespaced',
  informerScope: 'Namespaced',
  versions: [
    {
      name: 'v1',
      served: true,
      storage: true,
      schema: { openAPIV3Schema: { type: 'object' } },
    },
  ],
  ...change,
});
const clusterScoped = {
  scope: 'Cluster',
  informerScope: 'Cluster',
  clusterScopedIsolation: 'Prefixed',
};
const secrets = { resource: 'secrets', version: 'v1' };
const requestSpec = (change: Spec = {}): Spec => ({
  resources: [{ group: 'example.com', resource: 'things' }],
  ...change,
});
const bindingSpec = (change: Spec = {}): Spec => ({
  kubeconfigSecretRef: {
    name: 'kubeconfig-x',
    key: 'kubeconfig',
    namespace: 'klutch-bind',
  },
  ...change,
});
const clusterBindingSpec = (change: Spec = {}): Spec => ({
  kubeconfigSecretRef: { name: 'kubeconfig', key: 'kubeconfig' },
  providerPrettyName: 'Data services',
  ...change,
});
const templateSpec = (selector: Spec, permissionClaims?: Spec[]): Spec => ({
  APIServiceSelector: selector,
  ...(permissionClaims && { permissionClaims }),
});

const name = 'backups.anynines.com';

describe('the API server accepts', () => {
  it.each<[string, Resource, string, Spec | undefined]>([
    ['a namespaced export', apiServiceExportResource, name, exportSpec()],
    [
      'a cluster-scoped export',
      apiServiceExportResource,
      name,
      exportSpec(clusterScoped),
    ],
    [
      'a namespaced export watched cluster-wide',
      apiServiceExportResource,
      name,
      exportSpec({ informerScope: 'Cluster' }),
    ],
    [
      'an export with a claim that donates',
      apiServiceExportResource,
      name,
      exportSpec({
        permissionClaims: [{ ...secrets, autoDonate: true, autoAdopt: false }],
      }),
    ],
    [
      'a request with parameters',
      apiServiceExportRequestResource,
      'r',
      requestSpec({ parameters: { any: [1, {}] } }),
    ],
    [
      'a request for the core group',
      apiServiceExportRequestResource,
      'r',
      requestSpec({ resources: [{ resource: 'pods' }] }),
    ],
    [
      'a service namespace without a spec',
      apiServiceNamespaceResource,
      'team-a',
      undefined,
    ],
    [
      'a service namespace with an empty spec',
      apiServiceNamespaceResource,
      'team-a',
      {},
    ],
    [
      'the cluster binding',
      clusterBindingResource,
      'cluster',
      clusterBindingSpec({ serviceProviderSpec: { a: 1 } }),
    ],
    ['a binding', apiServiceBindingResource, name, bindingSpec()],
    ['a binding without a spec', apiServiceBindingResource, name, undefined],
    [
      'a binding with an accepted and a rejected claim',
      apiServiceBindingResource,
      name,
      bindingSpec({
        permissionClaims: [
          { ...secrets, state: 'Accepted' },
          { ...secrets, state: 'Rejected' },
        ],
      }),
    ],
    [
      'a template',
      apiServiceExportTemplateResource,
      't',
      templateSpec({ group: 'anynines.com', resource: 'backups' }),
    ],
  ])('%s', async (_what, resource, objectName, spec) => {
    expect(await tryCreate(resource, objectName, spec)).toMatchObject({
      kind: resource.kind,
    });
  });

  it('what Go sends for empty values', async () => {
    const created = await client.create(
      apiServiceExportResource,
      {
        ...object(
          apiServiceExportResource,
          name,
          exportSpec({ permissionClaims: [{ ...secrets, required: false }] }),
        ),
        metadata: {
          name,
          namespace: 'default',
          creationTimestamp: null as unknown as string,
        },
        status: {
          acceptedNames: { plural: '', kind: '' },
          storedVersions: null,
          conditions: null,
        },
      },
      { dryRun: true },
    );
    expect(created.status).toBeUndefined();
  });
});

describe('the API server refuses', () => {
  const bothWays = { ...secrets, autoAdopt: true, autoDonate: true };
  const exclusive = /autoAdopt and autoDonate cannot both be true/;
  it.each<[string, Resource, string, Spec | undefined, RegExp]>([
    [
      'an export by another name',
      apiServiceExportResource,
      'other',
      exportSpec(),
      /metadata.name must be/,
    ],
    [
      'an export without a spec',
      apiServiceExportResource,
      name,
      undefined,
      /spec: Required/,
    ],
    [
      'a cluster-scoped export watched by namespace',
      apiServiceExportResource,
      name,
      exportSpec({ ...clusterScoped, informerScope: 'Namespaced' }),
      /informerScope must be Cluster/,
    ],
    [
      'a cluster-scoped export without isolation',
      apiServiceExportResource,
      name,
      exportSpec({ ...clusterScoped, clusterScopedIsolation: undefined }),
      /clusterScopedIsolation must be set/,
    ],
    [
      'a namespaced export with isolation',
      apiServiceExportResource,
      name,
      exportSpec({ clusterScopedIsolation: 'Prefixed' }),
      /clusterScopedIsolation must not be set/,
    ],
    [
      'an export without versions',
      apiServiceExportResource,
      name,
      exportSpec({ versions: [] }),
      /at least 1 item/,
    ],
    [
      'an export with an unusual version name',
      apiServiceExportResource,
      name,
      exportSpec({
        versions: [
          {
            name: 'v1beta',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: {} },
          },
        ],
      }),
      /spec.versions\[0\].name/,
    ],
    [
      'an export whose claim goes both ways',
      apiServiceExportResource,
      name,
      exportSpec({ permissionClaims: [bothWays] }),
      exclusive,
    ],
    [
      'a request whose claim goes both ways',
      apiServiceExportRequestResource,
      'r',
      requestSpec({
        resources: [{ resource: 'things', permissionClaims: [bothWays] }],
      }),
      exclusive,
    ],
    [
      'a request for nothing',
      apiServiceExportRequestResource,
      'r',
      requestSpec({ resources: [] }),
      /at least 1 item/,
    ],
    [
      'a request for a badly written resource',
      apiServiceExportRequestResource,
      'r',
      requestSpec({ resources: [{ resource: 'Things' }] }),
      /spec.resources\[0\].resource/,
    ],
    [
      'a request for a badly written group',
      apiServiceExportRequestResource,
      'r',
      requestSpec({ resources: [{ group: 'A_b', resource: 'things' }] }),
      /spec.resources\[0\].group/,
    ],
    [
      'a second cluster binding',
      clusterBindingResource,
      'second',
      clusterBindingSpec(),
      /must be "cluster"/,
    ],
    [
      'a cluster binding with another secret key',
      clusterBindingResource,
      'cluster',
      clusterBindingSpec({
        kubeconfigSecretRef: { name: 'kubeconfig', key: 'other' },
      }),
      /kubeconfigSecretRef.key: Unsupported value/,
    ],
    [
      'a cluster binding without a provider name',
      clusterBindingResource,
      'cluster',
      clusterBindingSpec({ providerPrettyName: '' }),
      /providerPrettyName/,
    ],
    [
      'a binding without the secret’s namespace',
      apiServiceBindingResource,
      name,
      bindingSpec({
        kubeconfigSecretRef: { name: 'kubeconfig-x', key: 'kubeconfig' },
      }),
      /namespace: Required/,
    ],
    [
      'a binding with an unanswered claim',
      apiServiceBindingResource,
      name,
      bindingSpec({ permissionClaims: [secrets] }),
      /state: Required/,
    ],
    [
      'a binding whose claim goes both ways',
      apiServiceBindingResource,
      name,
      bindingSpec({ permissionClaims: [{ ...bothWays, state: 'Accepted' }] }),
      exclusive,
    ],
    [
      'a template whose claim goes both ways',
      apiServiceExportTemplateResource,
      't',
      templateSpec({ resource: 'backups' }, [bothWays]),
      exclusive,
    ],
    [
      'a template with an unknown owner',
      apiServiceExportTemplateResource,
      't',
      templateSpec({ resource: 'backups' }, [
        { ...secrets, selector: { owner: 'Nobody' } },
      ]),
      /owner: Unsupported value/,
    ],
    [
      'a template for nothing',
      apiServiceExportTemplateResource,
      't',
      {},
      /APIServiceSelector: Required/,
    ],
  ])('%s', async (_what, resource, objectName, spec, reason) => {
    expect(await tryCreate(resource, objectName, spec)).toMatch(reason);
  });
});

describe('after creation', () => {
  const tryPatch = async (
    resource: Resource,
    objectName: string,
    spec: Spec,
  ): Promise<Unstructured | string> => {
    try {
      return await client.mergePatch(
        resource,
        { name: objectName, namespace: 'default' },
        { spec },
        { dryRun: true },
      );
    } catch (error) {
      if (!isInvalid(error)) throw error;
      return error.message;
    }
  };

  beforeAll(async () => {
    await client.create(
      apiServiceExportResource,
      object(apiServiceExportResource, name, exportSpec()),
    );
    await client.create(
      apiServiceExportRequestResource,
      object(
        apiServiceExportRequestResource,
        'fixed',
        requestSpec({ parameters: { a: 1 } }),
      ),
    );
    await client.create(
      clusterBindingResource,
      object(clusterBindingResource, 'cluster', clusterBindingSpec()),
    );
    await client.create(
      apiServiceBindingResource,
      object(apiServiceBindingResource, name, bindingSpec()),
    );
  });

  it.each<[string, Resource, string, Spec, RegExp]>([
    [
      'informerScope',
      apiServiceExportResource,
      name,
      { informerScope: 'Cluster' },
      /informerScope is immutable/,
    ],
    [
      'resources',
      apiServiceExportRequestResource,
      'fixed',
      { resources: [{ resource: 'others' }] },
      /resources is immutable/,
    ],
    [
      'parameters',
      apiServiceExportRequestResource,
      'fixed',
      { parameters: { a: 2 } },
      /parameters is immutable/,
    ],
    [
      'the secret of a cluster binding',
      clusterBindingResource,
      'cluster',
      { kubeconfigSecretRef: { name: 'other' } },
      /kubeconfigSecretRef is immutable/,
    ],
    [
      'the secret of a binding',
      apiServiceBindingResource,
      name,
      { kubeconfigSecretRef: { namespace: 'other' } },
      /kubeconfigSecretRef is immutable/,
    ],
  ])('%s stays', async (_what, resource, objectName, change, reason) => {
    expect(await tryPatch(resource, objectName, change)).toMatch(reason);
  });

  it.each<[string, Resource, string, Spec]>([
    [
      'the claims of an export',
      apiServiceExportResource,
      name,
      { permissionClaims: [secrets] },
    ],
    [
      'the schema of an export',
      apiServiceExportResource,
      name,
      exportSpec({
        versions: [
          {
            name: 'v2',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: {} },
          },
        ],
      }),
    ],
    [
      'the provider’s name',
      clusterBindingResource,
      'cluster',
      { providerPrettyName: 'Other' },
    ],
    [
      'the answers to claims',
      apiServiceBindingResource,
      name,
      { permissionClaims: [{ ...secrets, state: 'Rejected' }] },
    ],
  ])('%s may change', async (_what, resource, objectName, change) => {
    expect(await tryPatch(resource, objectName, change)).toMatchObject({
      kind: resource.kind,
    });
  });
});

describe('the API server fills in', () => {
  it('what a claim leaves open', async () => {
    const created = await tryCreate(
      apiServiceExportTemplateResource,
      't',
      templateSpec({ resource: 'backups' }, [secrets]),
    );
    expect(created).toMatchObject({
      spec: {
        APIServiceSelector: { group: '', resource: 'backups' },
        permissionClaims: [
          {
            group: '',
            selector: { names: ['*'], namespaces: ['*'] },
            read: {},
            onConflict: { recreateWhenConsumerSideDeleted: true },
          },
        ],
      },
    });
  });

  it('the phase of a request', async () => {
    expect(
      await tryCreate(apiServiceExportRequestResource, 'r', requestSpec()),
    ).toMatchObject({
      status: { phase: 'Pending' },
    });
  });
});

describe('an exported API', () => {
  it('is served by the app cluster’s CRD with the same rules as the provider’s', async () => {
    const source: CustomResourceDefinition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: {
          plural: 'things',
          singular: 'thing',
          kind: 'Thing',
          listKind: 'ThingList',
        },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            subresources: { status: {} },
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: {
                    type: 'object',
                    properties: { size: { type: 'integer' } },
                    'x-kubernetes-validations': [
                      {
                        rule: 'self.size > 2',
                        message: 'size must be more than 2',
                      },
                    ],
                  },
                },
              },
            },
          },
        ],
      },
    };
    const spec = crdToExportSpec(source);
    if (!spec.ok) throw new Error(spec.error);
    const stored = await client.create(apiExports, {
      apiVersion: names.apiVersion,
      kind: apiExports.kind,
      metadata: { name: 'things.example.com', namespace: 'default' },
      spec: { ...spec.value, informerScope: 'Namespaced' },
    });
    const binding = await client.get(bindings, { name, namespace: 'default' });
    if (!binding) throw new Error('no binding');
    await install([exportToCrd(stored, binding)]);
    const things: Resource = {
      group: 'example.com',
      version: 'v1',
      plural: 'things',
      kind: 'Thing',
      namespaced: true,
    };
    expect(await tryCreate(things, 'a', { size: 1 })).toMatch(
      /size must be more than 2/,
    );
    expect(await tryCreate(things, 'a', { size: 3 })).toMatchObject({
      spec: { size: 3 },
    });
  });
});

describe('the binding CRD of v1.5.0', () => {
  it('is accepted on a cluster that has none, and serves cluster-scoped bindings', async () => {
    const crdName = crds.apiServiceBindings.metadata.name ?? '';
    await client.delete(crdResource, { name: crdName });
    await waitFor(
      async () =>
        (await client.get(crdResource, { name: crdName })) === undefined,
      {
        what: 'the namespaced CRD is gone',
        timeoutMs: 30_000,
      },
    );
    await install([apiServiceBindingCrd('Cluster')]);
    expect(
      await tryCreate(
        clusterScopedApiServiceBindingResource,
        name,
        bindingSpec(),
      ),
    ).toMatchObject({
      metadata: { name },
    });
  });
});
