import type { Unstructured } from '@klutch/kube';
import { crossplane1, crossplane2 } from '../crossplane/CrossplaneVersion';
import { claimProblem, isStuck, waitingSince } from './claims';
import { compositionProblems } from './compositions';
import { packageProblems } from './packages';
import { xrdProblems } from './xrds';

const minute = 60_000;
const start = Date.parse('2026-01-01T00:00:00Z');
const at = (ms: number) => new Date(start + ms).toISOString();

const condition = (type: string, status: string, message = '') => ({
  type,
  status,
  message,
  lastTransitionTime: at(minute),
});

const object = (
  kind: string,
  name: string,
  more: Partial<Unstructured> = {},
): Unstructured => ({
  apiVersion: 'example.org/v1',
  kind,
  ...more,
  metadata: { name, creationTimestamp: at(0), ...more.metadata },
});

describe('packages', () => {
  const provider = (...conditions: object[]) =>
    object('Provider', 'provider-x', { status: { conditions } });

  it('are well when installed and healthy', () => {
    expect(
      packageProblems([
        provider(condition('Installed', 'True'), condition('Healthy', 'True')),
      ]),
    ).toEqual([]);
  });

  it('are reported with the reason of Crossplane', () => {
    const [problem] = packageProblems([
      provider(
        condition('Installed', 'True'),
        condition('Healthy', 'False', 'cannot pull image'),
      ),
    ]);
    expect(problem).toMatchObject({
      severity: 'error',
      object: { kind: 'Provider', name: 'provider-x' },
      message: 'The package is not healthy. cannot pull image.',
    });
    expect(packageProblems([provider()])[0]?.message).toBe(
      'The package is not installed. No reason is given.',
    );
  });

  it('are ignored while paused', () => {
    const paused = object('Function', 'f', {
      metadata: { name: 'f', annotations: { 'crossplane.io/paused': 'true' } },
    });
    expect(packageProblems([paused])).toEqual([]);
  });
});

const xrd = (
  spec: Record<string, unknown> = {},
  conditions = [condition('Established', 'True'), condition('Offered', 'True')],
) =>
  object('CompositeResourceDefinition', 'xthings.example.org', {
    spec: {
      group: 'example.org',
      names: { kind: 'XThing', plural: 'xthings' },
      claimNames: { kind: 'Thing', plural: 'things' },
      versions: [{ name: 'v1', referenceable: true }],
      ...spec,
    },
    status: { conditions },
  });
const composition = (name: string, apiVersion = 'example.org/v1') =>
  object('Composition', name, {
    spec: {
      compositeTypeRef: { apiVersion, kind: 'XThing' },
      mode: 'Pipeline',
      pipeline: [{ step: 'first', functionRef: { name: 'f' } }],
    },
  });

describe('XRDs', () => {
  it('are well when served and composed', () => {
    expect(xrdProblems(crossplane1, [xrd()], [composition('a')])).toEqual([]);
  });

  it.each([
    [
      'is not served',
      xrd({}, [condition('Established', 'True')]),
      [composition('a')],
      /condition Offered is not True/,
    ],
    ['has no Composition', xrd(), [], /No Composition composes XThing/],
    [
      'has a Composition for the same kind of another group only',
      xrd(),
      [composition('a', 'example.com/v1')],
      /No Composition composes XThing/,
    ],
    [
      'has a default that does not exist',
      xrd({ defaultCompositionRef: { name: 'b' } }),
      [composition('a')],
      /default Composition b does not exist/,
    ],
  ])('are reported when one %s', (_, one, all, message) => {
    const problems = xrdProblems(crossplane1, [one], all);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toMatch(message);
  });
});

describe('Compositions', () => {
  const revision = (
    name: string,
    desiredState: string,
    endpoint?: string,
  ): Unstructured =>
    object('FunctionRevision', `${name}-1`, {
      metadata: { labels: { 'pkg.crossplane.io/package': name } },
      spec: { desiredState },
      status: { endpoint },
    });

  it.each([
    ['is not installed under that name', []],
    ['is not installed under that name', [revision('other', 'Active', 'e')]],
    ['has no active revision', [revision('f', 'Inactive', 'e')]],
    ['has no endpoint yet', [revision('f', 'Active')]],
  ])('are reported when their function %s', (reason, revisions) => {
    const [problem] = compositionProblems([composition('a')], revisions);
    expect(problem?.message).toBe(
      `Its step first calls the function f, which ${reason}.`,
    );
  });

  it('are well when their function has an endpoint', () => {
    expect(
      compositionProblems([composition('a')], [revision('f', 'Active', 'e')]),
    ).toEqual([]);
  });
});

describe('claims', () => {
  const waiting = object('Thing', 'c', {
    status: {
      conditions: [condition('Synced', 'True'), condition('Ready', 'False')],
    },
  });
  const ready = object('Thing', 'c', {
    status: {
      conditions: [condition('Synced', 'True'), condition('Ready', 'True')],
    },
  });

  it('wait since their condition changed, or since they were created', () => {
    expect(waitingSince(waiting)).toBe(start + minute);
    expect(waitingSince(object('Thing', 'c'))).toBe(start);
    expect(waitingSince(ready)).toBeUndefined();
  });

  it('are stuck after the given time', () => {
    const options = { afterMs: 5 * minute };
    const now = start + 6 * minute;
    expect(isStuck(waiting, { ...options, now })).toBe(false);
    expect(isStuck(waiting, { ...options, now: now + 1 })).toBe(true);
    expect(isStuck(ready, { ...options, now: Infinity })).toBe(false);
  });

  it('are never stuck while paused', () => {
    const paused = object('Thing', 'c', {
      metadata: { annotations: { 'crossplane.io/paused': 'true' } },
    });
    expect(isStuck(paused, { now: Infinity, afterMs: 0 })).toBe(false);
  });

  it('are reported with the deepest object that waits', () => {
    const managed = object('Instance', 'm', {
      status: {
        conditions: [
          condition('Synced', 'True'),
          condition('Ready', 'False', 'The disk is full'),
        ],
      },
    });
    const node = (of: Unstructured, ...children: object[]) => ({
      reference: {
        apiVersion: 'example.org/v1',
        kind: of.kind ?? '',
        name: of.metadata.name ?? '',
      },
      object: of,
      children,
    });
    const trace = node(
      waiting,
      node(object('XThing', 'x'), node(ready), node(managed)),
    ) as Parameters<typeof claimProblem>[0];
    expect(claimProblem(trace)).toMatchObject({
      object: { kind: 'Thing', name: 'c' },
      message:
        'The claim is not fulfilled. Instance m is not Ready. The disk is full.',
    });
  });

  it('that are being deleted are reported with the finalizers that remain', () => {
    const deleted = object('Thing', 'c', {
      metadata: {
        deletionTimestamp: at(2 * minute),
        finalizers: ['finalizer.example.org'],
      },
    });
    expect(waitingSince(deleted)).toBe(start + 2 * minute);
    const { message } = claimProblem({
      reference: { apiVersion: 'v1', kind: 'Thing', name: 'c' },
      object: deleted,
      children: [],
    });
    expect(message).toMatch(
      /deletion of the claim does not end. Thing c waits for finalizer.example.org/,
    );
  });
});

describe('Crossplane 2', () => {
  const namespaced = xrd({ scope: 'Namespaced', claimNames: undefined });

  it('has composites in namespaces instead of claims', () => {
    expect(crossplane2.apiOf(namespaced)?.claims).toEqual({
      group: 'example.org',
      version: 'v1',
      plural: 'xthings',
      kind: 'XThing',
      namespaced: true,
    });
  });

  it('serves the claims of older XRDs, too', () => {
    for (const legacy of [xrd(), xrd({ scope: 'LegacyCluster' })]) {
      expect(crossplane2.apiOf(legacy)).toEqual(crossplane1.apiOf(legacy));
    }
    expect(crossplane1.apiOf(namespaced)).toBeUndefined();
  });

  it('keeps its fields in spec.crossplane', () => {
    const reference = { apiVersion: 'v1', kind: 'ConfigMap', name: 'a' };
    const composite = object('XThing', 'x', {
      spec: { crossplane: { resourceRefs: [reference] } },
    });
    expect(crossplane2.composedOf(composite)).toEqual([reference]);
    expect(crossplane2.compositeOf(composite)).toBeUndefined();
  });
});
