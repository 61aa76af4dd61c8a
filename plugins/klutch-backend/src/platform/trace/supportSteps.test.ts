import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explain } from '@klutch/backstage-plugin-klutch-common';
import {
  traceFindings,
  type ClaimTrace,
  type TraceNode,
} from '@klutch/control-plane-health';
import type { Unstructured } from '@klutch/kube';
import type { ClaimObject, KubeCondition } from '../../claimApis/claimResource';
import { stoppedAt, supportSteps, type SupportFacts } from './supportSteps';

const createdAt = '2026-11-28T08:00:00Z';
const now = new Date('2026-11-28T09:00:00Z');
const at = { lastTransitionTime: createdAt };
const good: KubeCondition[] = [
  { type: 'Synced', status: 'True', ...at },
  { type: 'Ready', status: 'True', ...at },
];
const notReady: KubeCondition[] = [
  { type: 'Synced', status: 'True', ...at },
  { type: 'Ready', status: 'False', reason: 'Creating', ...at },
];
const refused: KubeCondition[] = [
  { type: 'Synced', status: 'False', message: 'It is refused.', ...at },
];

const object = (
  conditions: KubeCondition[],
  metadata: Partial<ClaimObject['metadata']> = {},
): ClaimObject => ({
  apiVersion: 'anynines.com/v1',
  kind: 'PostgresqlInstance',
  metadata: {
    name: 'orders-db',
    namespace: 'team-a',
    creationTimestamp: createdAt,
    ...metadata,
  },
  status: { conditions },
});

const node = (
  kind: string,
  conditions: KubeCondition[] | 'Forbidden' | 'NotFound',
  ...children: TraceNode[]
): TraceNode => ({
  reference: { apiVersion: 'anynines.com/v1', kind, name: `${kind}-1` },
  ...(typeof conditions === 'string'
    ? { missing: conditions }
    : { object: object(conditions) as Unstructured }),
  children,
});

/** Facts of a claim, with the objects that are composed for it. */
function facts(
  conditions: KubeCondition[],
  children: TraceNode[] = [],
  change: Partial<SupportFacts['claim']> = {},
): SupportFacts {
  const claim = object(conditions);
  const trace = {
    ...node('PostgresqlInstance', conditions, ...children),
    object: claim as Unstructured,
  } as ClaimTrace;
  return {
    claim: { object: claim, providerCopy: claim, now, ...change },
    composed: { trace, copyIs: 'claim' },
  };
}

/** The steps that are not done, with the object, message and finding of those that are not still to come. */
const open = (of: SupportFacts) =>
  supportSteps(of)
    .filter(({ state }) => state !== 'done')
    .map(({ id, state, finding, message, object: shown }) =>
      [id, state, finding, shown?.kind, message].filter(Boolean).join(' | '),
    );

it('has every step done for a service that is ready', () => {
  const ready = facts(good, [node('X', good, node('Server', good))]);
  const steps = supportSteps(ready);
  expect(steps.map(({ id, state }) => [id, state])).toEqual(
    [
      'request',
      'appCluster',
      'konnector',
      'controlPlane',
      'composite',
      'managedResource',
      'service',
    ].map(id => [id, 'done']),
  );
  expect(steps[5]?.at).toBe(createdAt);
  expect(stoppedAt(steps)).toBeUndefined();
});

it('stops at the deepest object that fails, and not at those that wait for it', () => {
  const failing = facts(notReady, [
    node(
      'X',
      notReady,
      node('Bucket', good),
      node('Nested', notReady, node('Server', refused)),
      node('User', 'Forbidden'),
    ),
  ]);
  expect(open(failing)).toEqual([
    'managedResource | failed | ManagedResourceNotReady | Server | It is refused.',
    'service | waiting',
  ]);
  expect(stoppedAt(supportSteps(failing))).toBe('managedResource');
});

it.each<[what: string, of: SupportFacts, steps: unknown[]]>([
  [
    'a composite that cannot be composed',
    facts(notReady, [node('X', refused)]),
    [
      'composite | failed | CompositeNotReady | X | It is refused.',
      'managedResource | waiting',
      'service | waiting',
    ],
  ],
  [
    'a missing composed object',
    facts(notReady, [node('X', notReady, node('Server', 'NotFound'))]),
    ['managedResource | failed | ObjectMissing | Server', 'service | waiting'],
  ],
  [
    'a claim without a composite',
    facts(refused),
    [
      'controlPlane | failed | NotComposed | PostgresqlInstance | It is refused.',
      'composite | waiting',
      'managedResource | waiting',
      'service | waiting',
    ],
  ],
  [
    'a provider that is at work',
    facts(notReady, [node('X', good, node('Server', good))]),
    [`service | active | ServiceNotReady | ${explain('ProviderIdle').message}`],
  ],
  [
    'a person who may not read composites, of a service that is ready',
    facts(good, [node('X', 'Forbidden')]),
    ['composite | unknown | NotReadable | X', 'managedResource | waiting'],
  ],
  [
    'a person who may read nothing',
    {
      ...facts(good),
      composed: explain('Forbidden', { action: 'x', cluster: 'y', user: 'z' }),
    },
    [
      expect.stringMatching(/^composite \| unknown \| NotReadable/),
      expect.stringMatching(/^managedResource \| unknown \| NotReadable/),
    ],
  ],
  [
    'a konnector that is silent',
    {
      ...facts([], [], {
        providerCopy: 'absent',
        konnectorProblem: explain('KonnectorNotStarted'),
      }),
      composed: undefined,
    },
    [
      `konnector | active | KonnectorNotReporting | ${explain('KonnectorNotStarted').message}`,
      'controlPlane | waiting',
      'composite | waiting',
      'managedResource | waiting',
      'service | waiting',
    ],
  ],
  [
    'an unreachable app cluster, without hiding what fails behind it',
    facts(notReady, [node('X', refused)], {
      clusterProblem: explain('ClusterUnreachable', { cluster: 'Apps' }),
    }),
    [
      `appCluster | failed | AppClusterUnreachable | ${explain('ClusterUnreachable', { cluster: 'Apps' }).message}`,
      'composite | failed | CompositeNotReady | X | It is refused.',
      'managedResource | waiting',
      'service | waiting',
    ],
  ],
  [
    'an unreachable control plane',
    {
      ...facts(good, [], {
        providerCopy: 'unknown',
        controlPlaneProblem: { message: 'Away.' },
      }),
      composed: undefined,
    },
    ['controlPlane', 'composite', 'managedResource'].map(
      id => `${id} | unknown | ControlPlaneUnreachable | Away.`,
    ),
  ],
  [
    'a copy whose claim is gone',
    {
      ...facts(good, [node('X', good, node('Server', good))]),
      notSeen: {
        finding: 'ClaimMissing',
        explanation: explain('ClaimMissing', { cluster: 'Apps' }),
      },
    },
    [
      `appCluster | failed | ClaimMissing | ${explain('ClaimMissing', { cluster: 'Apps' }).message}`,
    ],
  ],
])('%s', (_, of, steps) => {
  expect(open(of)).toEqual(steps);
});

it('names the finalizers that keep an object from being deleted', () => {
  const deleted = { deletionTimestamp: createdAt, finalizers: ['a/b', 'c/d'] };
  const claim = object(notReady, deleted);
  const server = {
    ...node('Server', notReady),
    object: claim as Unstructured,
  };
  const of = facts(notReady, [], { object: claim, providerCopy: claim });
  const trace = {
    ...node('PostgresqlInstance', notReady, {
      ...node('X', notReady, server),
      object: claim as Unstructured,
    }),
    object: claim as Unstructured,
  } as ClaimTrace;
  expect(open({ ...of, composed: { trace, copyIs: 'claim' } })).toEqual([
    `managedResource | active | BeingDeleted | Server | ${explain('FinalizersPresent', { finalizers: 'a/b, c/d' }).message}`,
    'service | waiting',
  ]);
});

it('stops at the konnector when a deleted claim keeps its copy', () => {
  const of = facts(good, [node('X', good)], {
    object: object(good, { deletionTimestamp: createdAt }),
    konnectorProblem: explain('KonnectorNotStarted'),
  });
  expect(stoppedAt(supportSteps(of))).toBe('konnector');
});

it('has a composite that is the copy itself, and neither without Crossplane', () => {
  const of = facts(notReady, [node('Server', notReady)]);
  if (!of.composed || !('trace' in of.composed)) throw new Error('no trace');
  const { trace } = of.composed;
  expect(open({ ...of, composed: { trace, copyIs: 'composite' } })).toEqual([
    'managedResource | active | ManagedResourceNotReady | Server | Creating',
    'service | waiting',
  ]);
  const plain = supportSteps({ ...of, composed: { trace, copyIs: 'other' } });
  expect(plain.map(({ id }) => id)).toEqual([
    'request',
    'appCluster',
    'konnector',
    'controlPlane',
    'service',
  ]);
});

it('links each finding to a heading of its page', () => {
  const page = join(__dirname, '../../../../../docs/trace.md');
  expect(existsSync(page)).toBe(true);
  const written = [...readFileSync(page, 'utf8').matchAll(/^#+ (.+)$/gm)].map(
    ([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replace(/ /g, '-'),
  );
  expect(written).toEqual(expect.arrayContaining(Object.values(traceFindings)));
});
