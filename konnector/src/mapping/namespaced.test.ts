import type {
  LiveServiceNamespace,
  ServiceNamespaces,
} from '../namespaces/ServiceNamespaces';
import { thing } from '../testing/objects';
import { namespacedMapping } from './namespaced';

const things = {
  group: 'example.com',
  version: 'v1',
  plural: 'things',
  kind: 'Thing',
  namespaced: true,
};
const only = (expected: string, answer: string) => (given: string) =>
  given === expected ? answer : undefined;
const liveAnswers: Record<string, LiveServiceNamespace> = {
  'team-a': { at: 'ready', name: 'n-team-a' },
  early: { at: 'waiting', why: 'early is not ready' },
  former: { at: 'missing', formerName: 'n-former' },
};
const mapping = namespacedMapping(things, {
  of: only('team-a', 'n-team-a'),
  consumerOf: only('n-team-a', 'team-a'),
  getLive: async (namespace: string) =>
    liveAnswers[namespace] ?? { at: 'missing' },
  notReadyReason: (namespace: string) => `${namespace} is not ready`,
  impossibleReason: (namespace: string) =>
    namespace.length > 20 ? `${namespace} is too long` : undefined,
} as ServiceNamespaces);

describe('namespacedMapping', () => {
  const key = { namespace: 'team-a', name: 'a' };
  const copy = thing({ namespace: 'n-team-a' });

  it('maps keys in both directions', async () => {
    const copyKey = { namespace: 'n-team-a', name: 'a' };
    expect(mapping.locate(key)).toEqual({ at: 'ready', key: copyKey });
    expect(await mapping.locateLive(key)).toEqual({
      at: 'ready',
      key: copyKey,
    });
    expect(mapping.consumerKeyOf(copy)).toBe('team-a/a');
  });

  it('has no location in a namespace without a service namespace', async () => {
    const early = { namespace: 'early', name: 'a' };
    expect(mapping.locate(early)).toEqual({
      at: 'waiting',
      why: 'early is not ready',
    });
    expect(await mapping.locateLive(early)).toEqual({
      at: 'waiting',
      why: 'early is not ready',
    });
    const never = { namespace: 'never', name: 'a' };
    expect(await mapping.locateLive(never)).toEqual({ at: 'missing' });
  });

  it('has the former location when the service namespace outlived its APIServiceNamespace', async () => {
    const left = { namespace: 'former', name: 'a' };
    const formerKey = { namespace: 'n-former', name: 'a' };
    expect(await mapping.locateLive(left)).toEqual({
      at: 'missing',
      formerKey,
    });
  });

  it('has no location when the name of the service namespace would be too long', () => {
    const namespace = 'x'.repeat(21);
    expect(mapping.locate({ namespace, name: 'a' })).toEqual({
      at: 'impossible',
      why: { state: 'NameTooLong', message: `${namespace} is too long` },
    });
  });

  it('requests a service namespace, and records its type there', async () => {
    const asked: string[] = [];
    const asks = namespacedMapping(things, {
      async request(...of: string[]) {
        asked.push(`request ${of.join(' ')}`);
        return 100;
      },
      syncedTypes: {
        async record(...of: string[]) {
          asked.push(`record ${of.join(' ')}`);
        },
      },
    } as unknown as ServiceNamespaces);
    expect(await asks.request(key)).toBe(100);
    await asks.recordSyncedType(key);
    expect(asked).toEqual([
      'request team-a things.example.com',
      'record team-a things.example.com',
    ]);
  });

  it('maps nothing outside our service namespaces', () => {
    const elsewhere = thing({ namespace: 'other-team-a' });
    expect(mapping.consumerKeyOf(elsewhere)).toBeUndefined();
  });
});
