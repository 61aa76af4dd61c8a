/** Start and stop of the sync of claimed types, the binding whose quota their deletions count against, and their status. */
import type { APIServiceBinding, PermissionClaim } from '@klutch/bind-api';
import type { Cache } from '@klutch/kube';
import type { Mapping } from '../mapping/Mapping';
import { pins } from '../testing/objects';
import type { Failure } from '../failure';
import { ClaimedObjectSync } from '../pairs/claimedObject/ClaimedObjectSync';
import { ClaimedTypes } from './ClaimedTypes';
import type { DeclaredClaims } from './expectedClaims';
import type { ClaimedTypesParts } from './ClaimedTypeSync';
import type { EffectiveClaim } from '../pairs/claimedObject/EffectiveClaims';
import { resolveClaimedType } from './resolveClaimedType';

jest.mock('../pairs/claimedObject/ClaimedObjectSync');
jest.mock('./resolveClaimedType');

const shared: PermissionClaim = {
  resource: 'secrets',
  version: 'v1',
  selector: { owner: 'Provider' },
};
const mapping = {
  consumer: { namespaced: true },
  provider: { namespaced: true },
} as Mapping;
const flushPromises = () => new Promise(setImmediate);

/** A fake cache of the bindings of the app cluster, by the names of their APIs. */
function boundApis() {
  const names = new Set<string>();
  const listeners = new Set<(change: unknown) => void>();
  const notify = (name: string) =>
    listeners.forEach(listen => listen({ object: { metadata: { name } } }));
  return {
    add(name: string) {
      names.add(name);
      notify(name);
    },
    delete(name: string) {
      names.delete(name);
      notify(name);
    },
    notify,
    cache: {
      byIndex: (index, name) =>
        index === 'api' && names.has(name) ? [{ metadata: { name } }] : [],
      subscribe(listen) {
        listeners.add(listen as (change: unknown) => void);
        return () => undefined;
      },
    } as Cache<APIServiceBinding>,
  };
}

/** The breaker of a binding is represented by the binding's name. */
function claimedTypes() {
  jest.mocked(resolveClaimedType).mockResolvedValue({ ok: true, mapping });
  const stops: (() => void)[] = [];
  const calls: string[] = [];
  const sync = {
    hasSynced: false,
    failure: undefined as Failure | undefined,
    /** The claims since the last change. */
    claims: [] as readonly EffectiveClaim[],
  };
  const starts = jest.mocked(ClaimedObjectSync).mockReset();
  starts.mockImplementation(
    () =>
      ({
        start() {},
        stop: () => new Promise<void>(resolve => stops.push(resolve)),
        setClaims(claims: readonly EffectiveClaim[]) {
          calls.push('changed');
          sync.claims = claims;
        },
        setBreaker: (breaker: unknown) =>
          void calls.push(`breaker of ${breaker}`),
        pairs: {
          hasSynced: () => sync.hasSynced,
          failure: () => sync.failure,
        },
      }) as unknown as ClaimedObjectSync,
  );
  const bound = boundApis();
  const expectations = {
    claims: (): ReadonlyMap<string, DeclaredClaims> | undefined => new Map(),
  };
  const errors: unknown[] = [];
  const parts = {
    pins,
    bindings: bound.cache,
    clusterNamespace: 'x',
    breakers: { of: (binding: string) => binding },
    changed() {},
    logger: { error: (fields: object) => errors.push(fields) },
    signal: new AbortController().signal,
  } as unknown as ClaimedTypesParts;
  const related = new ClaimedTypes(parts, {
    expectedClaims: () => expectations.claims(),
  });
  return { related, starts, stops, calls, sync, bound, expectations, errors };
}

it('restarts a sync with other settings only after the previous sync stopped writing', async () => {
  const { related, starts, stops } = claimedTypes();
  related.setClaims('a', [shared]);
  await flushPromises();
  expect(starts).toHaveBeenCalledTimes(1);

  related.setClaims('a', [{ ...shared, selector: { owner: 'Consumer' } }]);
  await flushPromises();
  expect(starts.mock.calls[0]?.[0].signal.aborted).toBe(true);
  expect(starts).toHaveBeenCalledTimes(1);

  stops.forEach(stop => stop());
  await flushPromises();
  expect(starts).toHaveBeenCalledTimes(2);
});

it('R01: reports a type whose sync fails to start, and syncs the others', async () => {
  const { related, starts, sync } = claimedTypes();
  sync.hasSynced = true;
  starts.mockImplementationOnce(() => {
    throw new TypeError('no plural');
  });
  related.setClaims('a', [shared]);
  related.setClaims('b', [{ ...shared, resource: 'configmaps' }]);
  await flushPromises();
  expect(related.status('a').failure?.message).toContain('no plural');
  expect(related.status('b')).toEqual({ isKnown: true });
  expect(starts.mock.calls.map(([{ signal }]) => signal.aborted)).toEqual([
    true,
    false,
  ]);
});

it('R01: reports a type whose sync fails to start at a later attempt', async () => {
  jest.useFakeTimers({ doNotFake: ['setImmediate'] });
  try {
    const { related } = claimedTypes();
    jest.mocked(resolveClaimedType).mockResolvedValueOnce({
      ok: false,
      retryable: true,
      problem: 'not offered yet',
    });
    related.setClaims('a', [shared]);
    await flushPromises();
    expect(related.status('a').failure?.message).toBe('not offered yet');
    jest
      .mocked(resolveClaimedType)
      .mockRejectedValueOnce(new TypeError('no plural'));
    jest.runOnlyPendingTimers();
    await flushPromises();
    expect(related.status('a').failure?.message).toContain('no plural');
  } finally {
    jest.useRealTimers();
  }
});

describe('several bindings that claim a type', () => {
  it('in different versions share one sync in one version', async () => {
    const { related, starts, stops } = claimedTypes();
    related.setClaims('a', [shared]);
    await flushPromises();
    related.setClaims('b', [{ ...shared, version: 'v2' }]);
    stops.forEach(stop => stop());
    await flushPromises();
    const running = starts.mock.calls.filter(([{ signal }]) => !signal.aborted);
    expect(running).toHaveLength(1);
    expect(running[0]?.[0].claims).toHaveLength(2);
    expect(resolveClaimedType).toHaveBeenLastCalledWith(
      expect.objectContaining({ versions: ['v1', 'v2'] }),
    );
  });

  it('in different versions and name fields are reported as not served', async () => {
    const { related, starts } = claimedTypes();
    related.setClaims('a', [shared]);
    related.setClaims('b', [
      { ...shared, version: 'v2', update: { preserving: ['spec.size'] } },
    ]);
    await flushPromises();
    expect(starts).not.toHaveBeenCalled();
    expect(related.status('a').failure?.message).toContain(
      'in the versions v1, v2',
    );
  });

  it('do not restart the sync when another binding becomes the first', async () => {
    const { related, starts, calls } = claimedTypes();
    related.setClaims('b', [shared]);
    await flushPromises();
    related.setClaims('a', [shared]);
    await flushPromises();
    expect(calls).toEqual(['changed']);
    related.setClaims('b', []);
    await flushPromises();
    expect(calls).toEqual(['changed', 'breaker of a', 'changed']);
    expect(starts).toHaveBeenCalledTimes(1);
    expect(starts.mock.calls[0]?.[0]).toMatchObject({
      breaker: 'b',
      signal: { aborted: false },
    });
  });

  it('count deletions against a binding that exists when the sync starts', async () => {
    const { related, starts } = claimedTypes();
    related.setClaims('b', [shared]);
    related.setClaims('a', [shared]);
    related.setClaims('b', []);
    await flushPromises();
    expect(starts.mock.calls.map(([{ breaker }]) => breaker)).toEqual(['a']);
  });
});

describe('claims that are expected of bindings', () => {
  const expecting = (...bindings: string[]) =>
    new Map(bindings.map(binding => [binding, { claims: [shared] }]));

  it('count as suspended until the binding declares them', async () => {
    const { related, starts, sync, expectations } = claimedTypes();
    expectations.claims = () => expecting('a', 'b');
    related.setClaims('a', [shared]);
    await flushPromises();
    const suspended = { ...shared, suspended: true };
    const some = expect.arrayContaining([suspended, shared]);
    expect(starts.mock.calls[0]?.[0].claims).toEqual(some);
    related.setClaims('b', [shared]);
    expect(sync.claims).toEqual([shared, shared]);
    related.setClaims('b', []);
    expect(sync.claims).toEqual(some);
    expectations.claims = () => expecting('a');
    related.reevaluate();
    expect(sync.claims).toEqual([shared]);
  });

  it('are known to the first sync of a type', async () => {
    const { related, starts, expectations } = claimedTypes();
    expectations.claims = () => expecting('a', 'b');
    related.setClaims('a', [shared]);
    await flushPromises();
    expect(starts).toHaveBeenCalledTimes(1);
    expect(starts.mock.calls[0]?.[0].claims).toHaveLength(2);
  });

  it('start nothing while they are unknown', async () => {
    const { related, starts, expectations } = claimedTypes();
    expectations.claims = () => undefined;
    related.setClaims('a', [shared]);
    await flushPromises();
    expect(starts).not.toHaveBeenCalled();
    expectations.claims = () => expecting('b');
    related.reevaluate();
    await flushPromises();
    expect(starts).toHaveBeenCalledTimes(1);
  });

  it('R01: report their failure and do not throw', async () => {
    const { related, expectations, errors, sync } = claimedTypes();
    sync.hasSynced = true;
    expectations.claims = () => {
      throw new Error('no spec');
    };
    related.setClaims('a', [shared]);
    related.reevaluate();
    expect(related.status('a').failure?.message).toBe('no spec');
    expect(errors.length).toBeGreaterThan(0);
    expectations.claims = () => new Map();
    related.reevaluate();
    await flushPromises();
    expect(related.status('a')).toEqual({ isKnown: true });
  });
});

describe('the status of claims', () => {
  it('is unknown before the objects have synced', async () => {
    const { related, sync } = claimedTypes();
    related.setClaims('a', [shared]);
    expect(related.status('a')).toEqual({ isKnown: false });
    await flushPromises();
    expect(related.status('a')).toEqual({ isKnown: false });
    sync.hasSynced = true;
    expect(related.status('a')).toEqual({ isKnown: true });
  });

  it('is known as soon as a failure occurs', async () => {
    const { related, sync } = claimedTypes();
    related.setClaims('a', [shared]);
    await flushPromises();
    const failure = { message: 'no right', since: new Date(0) };
    sync.failure = failure;
    expect(related.status('a')).toEqual({ isKnown: true, failure });
    sync.failure = undefined;
    const invalid = { update: { fields: ['metadata.name'] } };
    related.setClaims('b', [{ ...shared, ...invalid }]);
    expect(related.status('b')).toMatchObject({
      isKnown: true,
      failure: { message: expect.stringContaining('metadata.name') },
    });
  });
});

describe('a claim on an API that is bound', () => {
  const type = 'things.example.com';
  const claim = { group: 'example.com', resource: 'things', version: 'v1' };

  it('is not served, with a remedy in the message', async () => {
    const { related, starts, bound } = claimedTypes();
    bound.add(type);
    related.setClaims('a', [claim]);
    await flushPromises();
    expect(starts).not.toHaveBeenCalled();
    expect(related.status('a')).toMatchObject({
      isKnown: true,
      failure: { message: expect.stringContaining('Reject the claim') },
    });
  });

  it('stops being served when the API is bound, and is served again when it is unbound', async () => {
    const { related, starts, stops, calls, bound } = claimedTypes();
    related.setClaims('a', [claim]);
    await flushPromises();
    expect(starts).toHaveBeenCalledTimes(1);

    bound.add(type);
    await flushPromises();
    expect(starts.mock.calls[0]?.[0].signal.aborted).toBe(true);
    stops.forEach(stop => stop());
    await flushPromises();
    expect(related.status('a').failure?.message).toContain('is bound');

    bound.delete(type);
    await flushPromises();
    expect(starts).toHaveBeenCalledTimes(2);
    expect(related.status('a').failure).toBeUndefined();
    bound.notify(type);
    await flushPromises();
    expect(calls).toEqual([]);
    expect(starts).toHaveBeenCalledTimes(2);
  });
});
