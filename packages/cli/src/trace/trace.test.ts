import { finalizers, names, type APIServiceBinding } from '@klutch/bind-api';
import type { ClaimTrace, TraceNode } from '@klutch/control-plane-health';
import type { Unstructured } from '@klutch/kube';
import type { Claim, ClaimApi } from '../claims/ClaimApi';
import type { AppClusterFacts } from './appClusterSteps';
import { mergeSteps } from './mergeSteps';
import { stoppedAt } from './TraceStep';
import { traceText } from './traceText';

const api: ClaimApi = {
  group: 'example.test',
  version: 'v1',
  plural: 'databases',
  singular: 'database',
  kind: 'Database',
  shortNames: [],
  type: 'instance',
  specSchema: {},
};

const condition = (type: string, status: string, message?: string) => ({
  type,
  status,
  ...(message && { message }),
});

const binding = (
  status: 'True' | 'False',
  message?: string,
): APIServiceBinding => ({
  apiVersion: names.apiVersion,
  kind: 'APIServiceBinding',
  metadata: { name: 'databases.example.test' },
  status: {
    conditions: [
      {
        type: 'Ready',
        status,
        message,
        lastTransitionTime: '2026-01-01T00:00:00Z',
      },
    ],
  },
});

const claim = (
  conditions: ReturnType<typeof condition>[],
  metadata: Partial<Claim['metadata']> = { finalizers: [finalizers.syncer] },
  managed?: NonNullable<Claim['status']>['managed'],
): Claim => ({
  apiVersion: 'example.test/v1',
  kind: 'Database',
  metadata: { name: 'orders', namespace: 'team-a', uid: '1', ...metadata },
  status: { conditions, managed },
});

const facts = (changes: Partial<AppClusterFacts> = {}): AppClusterFacts => ({
  api,
  claim: claim([condition('Synced', 'True'), condition('Ready', 'True')]),
  binding: binding('True'),
  warnings: [],
  ...changes,
});

const statesOf = (...args: Parameters<typeof mergeSteps>) =>
  mergeSteps(...args).map(({ step, state }) => `${step}: ${state}`);

describe('the app cluster alone', () => {
  it('shows a claim whose service is ready', () => {
    expect(statesOf(facts(), undefined)).toEqual([
      'request: done',
      'binding: done',
      'konnector: done',
      'control plane: done',
      'service: done',
    ]);
  });

  it.each<[string, Partial<AppClusterFacts>, string, RegExp]>([
    [
      'an API that is not bound',
      { binding: undefined, claim: claim([], {}) },
      'binding',
      /kubectl klutch bind/,
    ],
    [
      'a binding that is not ready',
      { binding: binding('False', 'No secret') },
      'binding',
      /kubectl klutch status/,
    ],
    [
      'an object that the konnector may not sync',
      { claim: claim([condition('KonnectorSynced', 'False', 'Refused')]) },
      'konnector',
      /Correct the object/,
    ],
    [
      'a warning about an object that was not picked up',
      {
        claim: claim([], {}),
        warnings: [
          {
            apiVersion: 'v1',
            kind: 'Event',
            metadata: {},
            involvedObject: {},
            message: 'Name is taken',
          },
        ],
      },
      'konnector',
      /klutch status/,
    ],
    [
      'a composition that fails',
      { claim: claim([condition('Synced', 'False', 'cannot compose')]) },
      'control plane',
      /--control-plane-kubeconfig/,
    ],
    [
      'a service that failed',
      {
        claim: claim(
          [condition('Synced', 'True'), condition('Ready', 'False')],
          undefined,
          { state: 'failed' },
        ),
      },
      'service',
      /operator/,
    ],
  ])('stops at %s, and says what to do', (_, changes, step, remedy) => {
    const stop = stoppedAt(mergeSteps(facts(changes), undefined));
    expect(stop).toMatchObject({ step, state: 'failed' });
    expect(stop?.remedy).toMatch(remedy);
  });

  it.each<[string, Partial<AppClusterFacts>, string]>([
    ['a new claim', { claim: claim([], {}) }, 'konnector'],
    ['a claim on the control plane', { claim: claim([]) }, 'control plane'],
    [
      'a service that is being made',
      { claim: claim([condition('Synced', 'True')]) },
      'service',
    ],
    [
      'a deletion',
      { claim: claim([], { deletionTimestamp: '2026-01-01T00:00:00Z' }) },
      'request',
    ],
  ])('waits for %s, which is no failure', (_, changes, step) => {
    const steps = mergeSteps(facts(changes), undefined);
    expect(stoppedAt(steps)).toMatchObject({ step, state: 'waiting' });
  });

  it('does not blame a binding that may not be read', () => {
    const steps = mergeSteps(facts({ binding: 'unreadable' }), undefined);
    expect(steps[1]).toMatchObject({ step: 'binding', state: 'unknown' });
    expect(traceText(steps)).toContain('No step that you may read has');
  });
});

describe('with the control plane', () => {
  const object = (
    kind: string,
    conditions: ReturnType<typeof condition>[],
  ): Unstructured & { metadata: { name: string } } => ({
    apiVersion: 'example.test/v1',
    kind,
    metadata: { name: 'orders' },
    status: { conditions },
  });
  const node = (
    kind: string,
    conditions: ReturnType<typeof condition>[],
    children: TraceNode[] = [],
  ): ClaimTrace => ({
    reference: { apiVersion: 'example.test/v1', kind, name: 'orders' },
    object: object(kind, conditions),
    children,
  });
  const synced = condition('Synced', 'True');
  const unready = condition('Ready', 'False', 'Creating');

  it('names the managed resource that stops the claim', () => {
    const managed = node('Server', [condition('Synced', 'False', 'no quota')]);
    const composite = node('XDatabase', [synced, unready], [managed]);
    const trace = node('Database', [synced, unready], [composite]);
    const steps = mergeSteps(facts({ claim: claim([synced, unready]) }), {
      trace,
    });
    expect(traceText(steps)).toMatchInlineSnapshot(`
     "STEP               CLUSTER         OBJECT                                     STATE     MESSAGE
     request            app             database/orders                            done
     binding            app             apiservicebinding/databases.example.test   done
     konnector          app             database/orders                            done
     control plane      control plane   database/orders                            waiting
     composite          control plane   xdatabase/orders                           waiting
     managed resource   control plane   server/orders                              failed    The claim is not fulfilled. Server orders is not Synced. no quota.
     service            app             database/orders                            waiting   Creating

     Failed at step "managed resource", server/orders. Look at Server orders and its events, and at the log of the controller that owns it.

     What this means:
       managed resource: https://github.com/anynines/klutch-for-backstage/blob/main/docs/trace.md#managed-resource-not-ready
     "
    `);
    expect(stoppedAt(steps)).toMatchObject({
      step: 'managed resource',
      object: 'server/orders',
      state: 'failed',
    });
  });

  it('does not call a managed resource failed that may not be read', () => {
    const managed: TraceNode = {
      reference: { apiVersion: 'a/v1', kind: 'Server', name: 's' },
      missing: 'Forbidden',
      children: [],
    };
    const trace = node(
      'Database',
      [synced, condition('Ready', 'True')],
      [node('XDatabase', [synced, condition('Ready', 'True')], [managed])],
    );
    expect(statesOf(facts(), { trace })).toEqual([
      'request: done',
      'binding: done',
      'konnector: done',
      'control plane: done',
      'composite: done',
      'managed resource: unknown',
      'service: done',
    ]);
  });

  it('fails without a copy of a claim that was picked up, and waits for that of a new one', () => {
    const plane = {
      incomplete: 'There is no copy.',
      finding: 'NotPickedUp' as const,
    };
    expect(statesOf(facts(), plane)).toContain('control plane: failed');
    const isNew = facts({ claim: claim([], {}) });
    expect(statesOf(isNew, plane)).toContain('control plane: waiting');
  });

  it('keeps what the app cluster knows when the control plane may not be read', () => {
    const plane = { incomplete: 'Refused.', finding: 'NotReadable' as const };
    expect(mergeSteps(facts(), plane)).toContainEqual(
      expect.objectContaining({
        step: 'control plane',
        state: 'done',
        finding: 'NotReadable',
        message: 'Refused.',
      }),
    );
  });
});
