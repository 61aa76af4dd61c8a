import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { core } from '@klutch/kube';
import type {
  CustomResourceDefinition,
  KubeObject,
  Resource,
  Unstructured,
} from '@klutch/kube';
import { parse } from 'yaml';
import { crdToExportSpec } from '../crdToExportSpec';
import { exportToCrd } from '../exportToCrd';
import { names } from '../names';
import { bindResources } from '../resources';
import { specHash } from '../specHash';
import { findExample, unviolableRule } from '../testing/constraintExamples';
import { constraintsOf, pathText, withValue } from '../testing/constraints';
import { containerOverrideProperties as describedOverrides } from '../testing/containerSchema';
import {
  objectOrMessage,
  startCrdCluster,
} from '../testing/__testUtils__/crdCluster';
import type { CrdCluster } from '../testing/__testUtils__/crdCluster';
import * as fullObjects from '../testing/fullObjects';
import { readCoreOpenApi } from '../testing/__testUtils__/openApi';
import { apiServiceBindingCrd } from './apiServiceBinding';
import { containerOverrideProperties } from './generated/containerOverrides';
import { crds } from '.';

jest.setTimeout(120_000);

let crdCluster: CrdCluster;

const samples: {
  crd: CustomResourceDefinition;
  resource: Resource<KubeObject>;
  full: KubeObject;
}[] = [
  {
    crd: crds.apiServiceExports,
    resource: bindResources.exports,
    full: fullObjects.fullExport,
  },
  {
    crd: crds.apiServiceExportRequests,
    resource: bindResources.requests,
    full: fullObjects.fullExportRequest,
  },
  {
    crd: crds.apiServiceNamespaces,
    resource: bindResources.serviceNamespaces,
    full: fullObjects.fullServiceNamespace,
  },
  {
    crd: crds.clusterBindings,
    resource: bindResources.clusterBindings,
    full: fullObjects.fullClusterBinding,
  },
  {
    crd: crds.apiServiceBindings,
    resource: bindResources.bindings,
    full: fullObjects.fullBinding,
  },
  {
    crd: crds.appClusterBindings,
    resource: bindResources.appClusterBindings,
    full: fullObjects.fullAppClusterBinding,
  },
  {
    crd: crds.apiServiceExportTemplates,
    resource: bindResources.templates,
    full: fullObjects.fullTemplate,
  },
];

/** Options for dry-run requests. */
const otherNamespace = 'elsewhere';

beforeAll(async () => {
  crdCluster = await startCrdCluster('bind-api');
  await crdCluster.install(Object.values(crds));
  await crdCluster.client.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: otherNamespace },
  });
  for (const { resource, full } of samples)
    await crdCluster.create(resource, full);
});

afterAll(async () => {
  await crdCluster?.stop();
});

const patch = (
  resource: Resource<KubeObject>,
  name: string,
  body: object,
  subresource?: 'status',
) =>
  crdCluster.client.mergePatch<KubeObject>(
    resource,
    { name, namespace: 'default' },
    body,
    { dryRun: true, ...(subresource && { subresource }) },
  );

describe('types and CRDs match', () => {
  it.each(samples.map(sample => [sample.full.kind, sample] as const))(
    '%s keeps every field of its type',
    async (_kind, { resource, full }) => {
      const { name = '' } = full.metadata;
      const { spec, status } = full as Unstructured;
      const stored = await patch(resource, name, { status }, 'status');
      expect(stored).toMatchObject({ spec, status });
    },
  );

  it('for overrides, with the API server’s own schema of containers', async () => {
    expect(containerOverrideProperties).toEqual(
      describedOverrides(await readCoreOpenApi(crdCluster.cluster)),
    );
  });
});

const constraints = samples.flatMap(sample =>
  constraintsOf(sample.crd)
    .map(constraint => ({ ...sample, ...constraint }))
    .map(
      c =>
        [
          `${c.crd.spec.names.plural} ${pathText(c.path)} ${c.rule}`,
          c,
        ] as const,
    ),
);

describe('every rule accepts and refuses', () => {
  it.each(constraints.filter(([title]) => title !== unviolableRule))(
    '%s',
    async (_title, { crd, resource, full, path, rule }) => {
      const example = findExample(crd.spec.names.plural, { path, rule });
      if (!example) throw new Error('no example');
      const current = path.reduce<unknown>(
        (value, part) =>
          (value as Record<string | 0, unknown> | undefined)?.[part],
        full,
      );
      const send = (value: unknown): Promise<KubeObject> => {
        const changed = withValue(full, path, value) as Unstructured;
        const { name = '' } = full.metadata;
        if (path[0] === 'status') {
          return patch(resource, name, { status: changed.status }, 'status');
        }
        return rule.includes('oldSelf')
          ? patch(resource, name, { spec: changed.spec })
          : crdCluster.create(resource, changed, {
              namespace: otherNamespace,
              dryRun: true,
            });
      };
      expect(
        await objectOrMessage(send(example.accepted(current))),
      ).toMatchObject({
        kind: full.kind,
      });
      expect(await objectOrMessage(send(example.refused(current)))).toMatch(
        example.expectedError,
      );
    },
  );

  it(`${unviolableRule}: the server refuses another name first; the rule works in a separate CRD`, async () => {
    const rules =
      crds.appClusterBindings.spec.versions[0]?.schema?.openAPIV3Schema?.[
        'x-kubernetes-validations'
      ];
    expect(rules).toHaveLength(1);
    const probe: CustomResourceDefinition = {
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'probes.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'probes', kind: 'Probe' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: {
              openAPIV3Schema: {
                type: 'object',
                properties: {
                  spec: {
                    type: 'object',
                    properties: {
                      metadata: {
                        type: 'object',
                        properties: { name: { type: 'string' } },
                      },
                      other: { type: 'string' },
                    },
                    'x-kubernetes-validations': rules,
                  },
                },
              },
            },
          },
        ],
      },
    };
    const probes: Resource = {
      group: 'example.com',
      version: 'v1',
      plural: 'probes',
      kind: 'Probe',
      namespaced: true,
    };
    await crdCluster.install([probe]);
    await crdCluster.create(probes, {
      apiVersion: 'example.com/v1',
      kind: 'Probe',
      metadata: { name: 'a' },
      spec: { metadata: { name: 'one' } },
    });
    const change = (spec: object) =>
      objectOrMessage(patch(probes, 'a', { spec }));
    expect(await change({ other: 'new' })).toMatchObject({ kind: 'Probe' });
    expect(await change({ metadata: { name: 'two' } })).toMatch(
      /name is immutable/,
    );
    await expect(
      patch(bindResources.appClusterBindings, 'shop', {
        metadata: { name: 'renamed' },
      }),
    ).rejects.toThrow(/name/);
  });
});

describe('the API server accepts', () => {
  const { apiVersion } = names;
  it.each<[string, Resource<KubeObject>, unknown]>([
    [
      'a binding without a spec',
      bindResources.bindings,
      { apiVersion, kind: 'APIServiceBinding', metadata: { name: 'a.b' } },
    ],
    [
      'a service namespace without a spec',
      bindResources.serviceNamespaces,
      { apiVersion, kind: 'APIServiceNamespace', metadata: { name: 'a' } },
    ],
    [
      'an export with the empty values that Go writes',
      bindResources.exports,
      {
        ...fullObjects.fullExport,
        metadata: { name: 'things.example.com', creationTimestamp: null },
        spec: {
          ...fullObjects.fullExport.spec,
          permissionClaims: [
            { resource: 'secrets', version: 'v1', required: false },
          ],
        },
        status: {
          acceptedNames: { plural: '', kind: '' },
          storedVersions: null,
          conditions: null,
        },
      },
    ],
  ])('%s', async (_what, resource, object) => {
    const created = await crdCluster.create(resource, object, {
      namespace: otherNamespace,
      dryRun: true,
    });
    expect(created.metadata.uid).toBeDefined();
  });
});

describe('the API server fills in', () => {
  const tried = (resource: Resource<KubeObject>, object: unknown) =>
    crdCluster.create(resource, object, {
      namespace: otherNamespace,
      dryRun: true,
    });

  it('defaults of a claim', async () => {
    expect(
      await tried(bindResources.templates, {
        ...fullObjects.fullTemplate,
        spec: {
          APIServiceSelector: { resource: 'backups' },
          permissionClaims: [{ resource: 'secrets', version: 'v1' }],
        },
      }),
    ).toMatchObject({
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
    const { status, ...request } = fullObjects.fullExportRequest;
    expect(await tried(bindResources.requests, request)).toMatchObject({
      status: { phase: 'Pending' },
    });
  });

  it('only the protocol of a port and empty names in overrides', async () => {
    const overrides = {
      ports: [{ containerPort: 1 }],
      env: [{ name: 'A', valueFrom: { secretKeyRef: { key: 'a' } } }],
      securityContext: {},
    };
    const created = await tried(bindResources.appClusterBindings, {
      ...fullObjects.fullAppClusterBinding,
      spec: {
        ...fullObjects.fullAppClusterBinding.spec,
        konnector: { overrides },
      },
    });
    expect((created as Unstructured).spec?.konnector).toEqual({
      overrides: {
        ...overrides,
        ports: [{ containerPort: 1, protocol: 'TCP' }],
        env: [
          { name: 'A', valueFrom: { secretKeyRef: { key: 'a', name: '' } } },
        ],
      },
    });
  });
});

describe('an exported API', () => {
  const thing = (size: number) => ({
    apiVersion: 'example.com/v1',
    kind: 'Thing',
    metadata: { name: 'a' },
    spec: { size },
  });
  const things: Resource = {
    group: 'example.com',
    version: 'v1',
    plural: 'things',
    kind: 'Thing',
    namespaced: true,
  };

  it('is served by the app cluster’s CRD with the same rules as the provider’s', async () => {
    const spec = crdToExportSpec({
      apiVersion: 'apiextensions.k8s.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'things.example.com' },
      spec: {
        group: 'example.com',
        scope: 'Namespaced',
        names: { plural: 'things', kind: 'Thing' },
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
                      { rule: 'self.size > 2', message: 'size is too small' },
                    ],
                  },
                },
              },
            },
          },
        ],
      },
    });
    if (!spec.ok) throw new Error(spec.error);
    const stored = await crdCluster.client.create(bindResources.exports, {
      apiVersion: names.apiVersion,
      kind: bindResources.exports.kind,
      metadata: { name: 'things.example.com', namespace: otherNamespace },
      spec: { ...spec.value, informerScope: 'Namespaced' },
    });
    const binding = await crdCluster.client.get(bindResources.bindings, {
      name: 'things.example.com',
      namespace: 'default',
    });
    if (!binding) throw new Error('no binding');
    await crdCluster.install([exportToCrd(stored, binding)]);
    expect(await objectOrMessage(crdCluster.create(things, thing(1)))).toMatch(
      /size is too small/,
    );
    expect(
      await objectOrMessage(crdCluster.create(things, thing(3))),
    ).toMatchObject({
      spec: { size: 3 },
    });
  });
});

describe('real CRDs', () => {
  const folder = join(__dirname, '../../../../crossplane/provider-crds');
  const sources = readdirSync(folder).map((file): CustomResourceDefinition =>
    parse(readFileSync(join(folder, file), 'utf8')),
  );

  it('result in the same CRD and hash after a round trip through an API server as exports', async () => {
    await crdCluster.install(sources);
    for (const { metadata } of sources) {
      const { name = '' } = metadata;
      const source = await crdCluster.client.get(
        core.customResourceDefinitions,
        {
          name,
        },
      );
      const spec = source && crdToExportSpec(source);
      if (!spec?.ok) throw new Error(spec?.error);
      const clusterWide = spec.value.scope === 'Cluster';
      const stored = await crdCluster.client.create(bindResources.exports, {
        apiVersion: names.apiVersion,
        kind: bindResources.exports.kind,
        metadata: { name, namespace: 'default' },
        spec: {
          ...spec.value,
          informerScope: clusterWide ? 'Cluster' : 'Namespaced',
          ...(clusterWide && { clusterScopedIsolation: 'Prefixed' }),
        },
      });
      expect(specHash(stored.spec)).toBe(specHash(spec.value));
      const again = crdToExportSpec(
        exportToCrd(stored, fullObjects.fullBinding),
      );
      expect(again).toEqual(spec);
    }
  });
});

describe('the binding CRD of v1.5.0', () => {
  it('is accepted on a cluster without the CRD, and serves cluster-scoped bindings', async () => {
    await crdCluster.uninstall(crds.apiServiceBindings);
    await crdCluster.install([apiServiceBindingCrd('Cluster')]);
    const created = await crdCluster.create(
      bindResources.clusterScopedBindings,
      fullObjects.fullBinding,
    );
    expect(created.metadata.namespace).toBeUndefined();
  });
});
