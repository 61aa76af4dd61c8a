// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { ApiError, isExpired } from '../errors';
import { core, defineResource } from '../resources';
import { KubeObject } from '../types';
import { rejection } from '../testing/rejection';
import { eventually } from '../testing/eventually';
import { useCluster } from './__testUtils__/useCluster';
import { createClient } from './createClient';
import { KubeClient } from './KubeClient';
import { loadKubeConfig } from './kubeConfig';

// Short times and small limits provoke errors that are otherwise rare.
const fixture = useCluster('kube-status', {
  apiServer: [
    '--etcd-compaction-interval=500ms',
    '--feature-gates=ListFromCacheSnapshot=false',
    '--enable-priority-and-fairness=false',
    '--max-mutating-requests-inflight=1',
  ],
});
const { configMap } = fixture;
let admin: KubeClient;
let namespace: string;
beforeEach(() => ({ admin, namespace } = fixture));

/** The error of the promise, without its message. */
async function refusalOf(promise: Promise<unknown>): Promise<object> {
  const error = await rejection(promise);
  if (!(error instanceof ApiError)) throw error;
  const { code, reason, causes, retryAfterSeconds, objectName } = error;
  expect(error.message).not.toBe('');
  return { code, reason, causes, retryAfterSeconds, objectName };
}

type Thing = KubeObject & {
  spec?: { size?: number | string; list?: { name: string }[]; nope?: number };
};
const things = defineResource<Thing>({
  group: 'status.example',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  namespaced: false,
});
const thing = (name: string, spec?: Thing['spec']): Thing => ({
  apiVersion: 'status.example/v1',
  kind: 'Thing',
  metadata: { name },
  spec,
});

const schema = {
  type: 'object',
  required: ['spec'],
  'x-kubernetes-validations': [
    { rule: 'self.metadata.name != "bad"', message: 'bad is no name' },
  ],
  properties: {
    spec: {
      type: 'object',
      properties: {
        size: { type: 'integer', maximum: 5 },
        list: {
          type: 'array',
          items: {
            type: 'object',
            properties: { name: { type: 'string', enum: ['x'] } },
          },
        },
      },
    },
  },
};

beforeAll(async () => {
  await fixture.admin.create(core.customResourceDefinitions, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'things.status.example' },
    spec: {
      group: things.group,
      scope: 'Cluster',
      names: { plural: things.plural, kind: things.kind },
      versions: [
        {
          name: 'v1',
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schema },
        },
      ],
    },
  });
  await eventually('things are served', async () => {
    const error = await rejection(fixture.admin.list(things));
    return error === undefined;
  });
});

describe('fields in the causes of a refusal', () => {
  const causesOf = async (promise: Promise<unknown>) => {
    const error = await rejection(promise);
    if (!(error instanceof ApiError)) throw error;
    return error.causes.map(({ field, reason }) => [field, reason]);
  };

  it('are paths into the object', async () => {
    const spec = { size: 9, list: [{ name: 'x' }, { name: 'y' }] };
    expect(await causesOf(admin.create(things, thing('a', spec)))).toEqual(
      expect.arrayContaining([
        ['spec.size', 'FieldValueInvalid'],
        ['spec.list[1].name', 'FieldValueNotSupported'],
      ]),
    );
    expect(
      await causesOf(admin.create(things, thing('a', { size: 'x' }))),
    ).toContainEqual(['spec.size', 'FieldValueTypeInvalid']);
  });

  it('are absent when a rule is about the whole object, or the object is too large', async () => {
    expect(await causesOf(admin.create(things, thing('bad', {})))).toEqual([
      [undefined, 'FieldValueInvalid'],
    ]);
    const large = configMap('a', { x: 'x'.repeat(1_100_000) });
    expect(await causesOf(admin.create(core.configMaps, large))).toEqual([
      [undefined, 'FieldValueTooLong'],
    ]);
  });

  it('include those that the schema does not know, with strict validation', async () => {
    expect(
      await causesOf(
        admin.create(things, thing('a', { nope: 1 }), { strictFields: true }),
      ),
    ).toEqual([['spec.nope', 'UnknownField']]);
  });

  it('include those that another manager owns', async () => {
    const apply = (fieldManager: string, size: number) =>
      admin.apply(things, thing('a', { size }), { fieldManager });
    await apply('one', 1);
    expect(await causesOf(apply('two', 2))).toEqual([
      ['spec.size', 'FieldManagerConflict'],
    ]);
  });
});

describe('an error of a real server', () => {
  it('is 403 for a missing right', async () => {
    const alice = admin.as({ user: 'alice', groups: [] });
    expect(
      await refusalOf(alice.get(core.secrets, { namespace, name: 'a' })),
    ).toMatchObject({ code: 403, reason: 'Forbidden', objectName: 'a' });
  });

  it('is 405 for a method that the path does not have', async () => {
    expect(await refusalOf(admin.raw('DELETE', '/version'))).toMatchObject({
      code: 405,
      reason: 'MethodNotAllowed',
    });
  });

  it('is 409 for a version that is not the latest', async () => {
    const created = await admin.create(core.configMaps, configMap('a'));
    const { resourceVersion } = created.metadata;
    const key = { namespace, name: 'a' };
    await admin.mergePatch(core.configMaps, key, { data: { x: '1' } });
    expect(
      await refusalOf(
        admin.mergePatch(core.configMaps, key, {
          metadata: { resourceVersion },
        }),
      ),
    ).toMatchObject({ code: 409, reason: 'Conflict', objectName: 'a' });
  });

  it('is 410 for a list and a watch whose version is compacted', async () => {
    for (const name of ['a', 'b', 'c']) {
      await admin.create(core.configMaps, configMap(name));
    }
    const path = `/api/v1/namespaces/${namespace}/configmaps?limit=1`;
    const page = (await admin.raw('GET', path)) as {
      metadata: { continue: string; resourceVersion: string };
    };
    const token = encodeURIComponent(page.metadata.continue);
    await eventually(
      'the server has dropped the state of the page',
      async () => {
        // etcd only compacts a state when there are later writes.
        await admin.mergePatch(
          core.configMaps,
          { namespace, name: 'a' },
          { data: { at: `${Date.now()}` } },
        );
        const error = await rejection(
          admin.raw('GET', `${path}&continue=${token}`),
        );
        return isExpired(error);
      },
    );
    expect(
      await refusalOf(admin.raw('GET', `${path}&continue=${token}`)),
    ).toMatchObject({ code: 410, reason: 'Expired' });
    const watch = admin.watch(things, { resourceVersion: '1' });
    const error = await rejection(watch[Symbol.asyncIterator]().next());
    expect(error).toMatchObject({ code: 410, reason: 'Expired' });
  });

  itLong('is 413 for too large a body', async () => {
    const large = configMap('a', { x: 'x'.repeat(4_000_000) });
    expect(await refusalOf(admin.create(core.configMaps, large))).toMatchObject(
      { code: 413, reason: 'RequestEntityTooLarge' },
    );
  });

  itLong('is 415 for an unknown content type', async () => {
    const path = `/api/v1/namespaces/${namespace}`;
    expect(await refusalOf(admin.raw('PATCH', path, {}))).toMatchObject({
      code: 415,
      reason: 'UnsupportedMediaType',
    });
  });

  it('is 422 for an invalid name', async () => {
    expect(
      await refusalOf(admin.create(core.configMaps, configMap('Not_A_Name'))),
    ).toMatchObject({
      code: 422,
      reason: 'Invalid',
      objectName: 'Not_A_Name',
      causes: [{ field: 'metadata.name', reason: 'FieldValueInvalid' }],
    });
  });

  itLong('is 429 with the time to wait', async () => {
    // The masters' group is exempt from limits.
    const rbac = 'rbac.authorization.k8s.io';
    await admin.create(core.clusterRoleBindings, {
      apiVersion: `${rbac}/v1`,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'busy' },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ apiGroup: rbac, kind: 'User', name: 'busy' }],
    });
    const busy = createClient(
      loadKubeConfig(await fixture.cluster.user('busy')),
      { rateLimiter: 'unlimited' },
    );
    let refusal: unknown;
    await eventually('there are too many requests at once', async () => {
      const attempts = Array.from({ length: 32 }, (_, i) =>
        rejection(
          busy.create(core.configMaps, configMap(`a-${i}-${Date.now()}`)),
        ),
      );
      refusal = (await Promise.all(attempts)).find(
        error => error instanceof ApiError && error.code === 429,
      );
      return refusal !== undefined;
    });
    expect(refusal).toMatchObject({ code: 429, retryAfterSeconds: 1 });
    await busy.close();
  });

  itLong('500, from a missing webhook', async () => {
    const resource = defineResource<KubeObject & { webhooks: object[] }>({
      group: 'admissionregistration.k8s.io',
      version: 'v1',
      plural: 'validatingwebhookconfigurations',
      kind: 'ValidatingWebhookConfiguration',
      namespaced: false,
    });
    await admin.create(resource, {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingWebhookConfiguration',
      metadata: { name: 'nobody' },
      webhooks: [
        {
          name: 'nobody.status.example',
          clientConfig: { url: 'https://127.0.0.1:1/' },
          rules: [
            {
              apiGroups: [''],
              apiVersions: ['v1'],
              resources: ['configmaps'],
              operations: ['CREATE'],
            },
          ],
          namespaceSelector: {
            matchLabels: { 'kubernetes.io/metadata.name': namespace },
          },
          sideEffects: 'None',
          admissionReviewVersions: ['v1'],
        },
      ],
    });
    let error: unknown;
    await eventually('the webhook is called', async () => {
      error = await rejection(
        admin.create(core.configMaps, configMap(`a-${Date.now()}`)),
      );
      return error !== undefined;
    });
    expect(error).toMatchObject({ code: 500, reason: 'InternalError' });
  });

  itLong('503, from an API whose server is missing', async () => {
    const apiServices = defineResource<KubeObject & { spec: object }>({
      group: 'apiregistration.k8s.io',
      version: 'v1',
      plural: 'apiservices',
      kind: 'APIService',
      namespaced: false,
    });
    await admin.create(apiServices, {
      apiVersion: 'apiregistration.k8s.io/v1',
      kind: 'APIService',
      metadata: { name: 'v1.away.example' },
      spec: {
        group: 'away.example',
        version: 'v1',
        groupPriorityMinimum: 1000,
        versionPriority: 15,
        insecureSkipTLSVerify: true,
        service: { namespace, name: 'nobody' },
      },
    });
    let error: unknown;
    await eventually('the API is registered', async () => {
      error = await rejection(admin.discover('away.example', 'v1'));
      return error instanceof ApiError && error.code !== 404;
    });
    expect(error).toMatchObject({ code: 503 });
  });

  itLong('504, with the cause and the time to wait', async () => {
    expect(
      await refusalOf(
        admin.list(core.configMaps, { notOlderThan: '999999999' }),
      ),
    ).toMatchObject({
      code: 504,
      reason: 'Timeout',
      causes: [{ reason: 'ResourceVersionTooLarge' }],
      retryAfterSeconds: 1,
    });
  });
});
