/** An object that is to go while the control plane does not let its copy go. */
import { ApiError, type KubeClient } from '@klutch/kube';
import { mappingOf } from '../mapping/mappingOf';
import type { ServiceNamespaces } from '../namespaces/serviceNamespaces';
import { pins, thing } from '../testing/objects';
import { letGo } from './letGo';
import type { Run } from './run';

const things = {
  group: 'example.com',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  namespaced: true,
};
const object = thing({
  namespace: 'team-a',
  name: 'a',
  deletionTimestamp: '2026-01-01T00:00:00Z',
  finalizers: ['klutch.anynines.com/syncer'],
});
const copy = thing({
  namespace: 'x-team-a',
  name: 'a',
  uid: 'p1',
  resourceVersion: '7',
  annotations: { 'klutch.anynines.com/consumer-cluster': 'cluster-uid' },
});

async function letGoAgainst(refusal: Error) {
  const told: string[] = [];
  const run = {
    key: 'team-a/a',
    where: { namespace: 'team-a', name: 'a' },
    context: {},
    state: {
      measures: { wrote() {} },
      parts: {
        crdName: 'things.example.com',
        mapping: mappingOf(things, 'Prefixed', { name: 'x', uid: 'n' }, {
          askFor: async () => 'x-team-a',
        } as unknown as ServiceNamespaces),
        pins,
        consumerClient: {
          get: async ({ plural }: { plural: string }) =>
            plural === 'things'
              ? object
              : thing({ name: 'things.example.com' }),
        } as unknown as KubeClient,
        providerClient: {
          get: async () => copy,
          delete: async () => {
            throw refusal;
          },
        } as unknown as KubeClient,
        breaker: {
          holds: false,
          pass: async (_doomed: unknown, send: () => Promise<unknown>) => {
            await send();
            return true;
          },
        },
        events: {
          report: (_object: unknown, state: string, message: string) =>
            void told.push(`${state}: ${message}`),
        },
      },
    },
  } as unknown as Run;
  await expect(letGo(run, object, object)).rejects.toBe(refusal);
  return told;
}

const refused = (code: number, message: string) =>
  new ApiError({ code, reason: 'x', message });

it.each([
  [403, 'Forbidden'],
  [422, 'Rejected'],
])('says %i to whoever waits for it', async (code, state) => {
  expect(await letGoAgainst(refused(code, 'it is protected'))).toEqual([
    expect.stringMatching(
      new RegExp(`^${state}: .*stays until.*it is protected`),
    ),
  ]);
});

it.each([409, 500, 503])('says nothing of %i, which passes', async code => {
  expect(await letGoAgainst(refused(code, 'busy'))).toEqual([]);
});
