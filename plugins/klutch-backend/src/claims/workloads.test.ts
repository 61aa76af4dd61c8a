import type { KubeClient, KubeObject } from '@klutch/kube';
import { listWorkloads, usesSecret, type PodSpec } from './workloads';

const secret = { name: 'web-creds' };

it.each<[string, PodSpec, boolean]>([
  ['nothing', {}, false],
  [
    'a variable',
    {
      containers: [{}, { env: [{}, { valueFrom: { secretKeyRef: secret } }] }],
    },
    true,
  ],
  [
    'all variables, of an init container',
    { initContainers: [{ envFrom: [{}, { secretRef: secret }] }] },
    true,
  ],
  ['files', { volumes: [{}, { secret: { secretName: 'web-creds' } }] }, true],
  [
    'projected files',
    { volumes: [{ projected: { sources: [{}, { secret }] } }] },
    true,
  ],
  [
    'another Secret',
    {
      containers: [{ envFrom: [{ secretRef: { name: 'web-creds-2' } }] }],
      volumes: [{ secret: { secretName: 'web' } }],
    },
    false,
  ],
])('finds the Secret used as %s', (_, spec, isUsed) => {
  expect(usesSecret(spec, 'web-creds')).toBe(isUsed);
});

describe('the workloads of a namespace', () => {
  const using = { containers: [{ envFrom: [{ secretRef: secret }] }] };
  const object = (
    kind: string,
    name: string,
    owner: string | undefined,
    spec: object,
    status = {},
  ) => ({
    kind,
    metadata: {
      name,
      uid: name,
      ...(owner && { ownerReferences: [{ uid: owner, controller: true }] }),
    },
    spec,
    status,
  });
  const withTemplate = { template: { spec: using } };
  const listOf = (objects: { kind: string }[]) =>
    listWorkloads(
      {
        list: async ({ kind }: { kind: string }) => ({
          items: objects.filter(one => one.kind === kind) as KubeObject[],
        }),
      } as unknown as KubeClient,
      'team-a',
      'web-creds',
    );

  it('are named by what people change', async () => {
    expect(
      await listOf([
        object('Deployment', 'web', undefined, withTemplate),
        object('ReplicaSet', 'web-1', 'web', withTemplate),
        object('Pod', 'web-1-a', 'web-1', using),
      ]),
    ).toEqual({ items: [{ kind: 'Deployment', name: 'web' }], complete: true });
  });

  it('include those of owners of other kinds, and pods of a rollout that has not ended', async () => {
    const { items } = await listOf([
      object('Pod', 'of-a-rollout', 'some-rollout', using),
      object('Deployment', 'moved', undefined, {}),
      object('ReplicaSet', 'moved-old', 'moved', withTemplate),
      object('Pod', 'moved-old-a', 'moved-old', using),
    ]);
    expect(items).toEqual([
      { kind: 'ReplicaSet', name: 'moved-old' },
      { kind: 'Pod', name: 'of-a-rollout' },
    ]);
  });

  it('include what is scaled to zero, because it needs the Secret again', async () => {
    const { items } = await listOf([
      object('Deployment', 'night', undefined, {
        replicas: 0,
        ...withTemplate,
      }),
      object('ReplicaSet', 'night-1', 'night', {
        replicas: 0,
        ...withTemplate,
      }),
      object('ReplicaSet', 'alone', undefined, {
        replicas: 0,
        ...withTemplate,
      }),
    ]);
    expect(items).toEqual([
      { kind: 'Deployment', name: 'night' },
      { kind: 'ReplicaSet', name: 'alone' },
    ]);
  });

  it('do not include what has ended', async () => {
    const { items } = await listOf([
      object('ReplicaSet', 'old', 'web', { replicas: 0, ...withTemplate }),
      object('Pod', 'done', 'job', using, { phase: 'Succeeded' }),
      object('Job', 'night-1', 'night', withTemplate, {
        conditions: [{ type: 'Complete', status: 'True' }],
      }),
      object('Job', 'migration', undefined, withTemplate, {
        conditions: [{ type: 'Failed', status: 'True' }],
      }),
      object('Job', 'running', undefined, withTemplate, {
        conditions: [{ type: 'Suspended', status: 'False' }],
      }),
    ]);
    expect(items).toEqual([{ kind: 'Job', name: 'running' }]);
  });
});
