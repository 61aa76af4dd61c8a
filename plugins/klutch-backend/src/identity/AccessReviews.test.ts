import { resourceName } from '@klutch/kube';
import type { AppCluster } from '../clusters/AppCluster';
import { AccessReviews } from './AccessReviews';
import type { AccessRules } from './accessRules';
import type { Person } from './Caller';

const sqls = resourceName({ plural: 'sqls', group: 'g.io' });
const alice: Person = {
  userRef: 'user:default/alice',
  groups: [],
  kubernetes: { user: 'klutch:alice', groups: [] },
};

/** An app cluster whose API server answers with the given rules by namespace. */
function start(rulesIn: Record<string, Partial<AccessRules>>) {
  const calls: string[] = [];
  const reachability = { reachable: true };
  const singleReviews = new Set<string>();
  const failure: { error?: Error } = {};
  const client = {
    as: () => client,
    raw: async (_method: string, _path: string, body: unknown) => {
      if (failure.error) throw failure.error;
      const { namespace } = (body as { spec: { namespace: string } }).spec;
      calls.push(`rules ${namespace}`);
      return { status: rulesIn[namespace] ?? {} };
    },
    canI: async ({ namespace = '' }) => {
      calls.push(`review ${namespace}`);
      return singleReviews.has(namespace);
    },
  };
  /** RoleBindings that the portal may watch: the namespaces with one for Alice, and how often these have changed. */
  const watched: {
    namespaces?: Set<string>;
    revision: number;
    /** Of roles and ClusterRoleBindings, if the portal may watch these, too. */
    rolesRevision?: number;
  } = { revision: 0 };
  const cluster = {
    connectionId: 'first',
    reachability,
    reviewClient: client,
    roleBindings: {
      namespacesOf: () => watched.namespaces,
      revision: () => (watched.namespaces ? watched.revision : undefined),
    },
    roles: { revision: () => watched.rolesRevision },
  };
  const onChange = jest.fn();
  const reviews = new AccessReviews(onChange);
  const subject = { cluster: cluster as unknown as AppCluster, person: alice };
  const allowed = async (...namespaces: string[]) => {
    const targets = namespaces.map(namespace => ({
      resource: sqls,
      namespace,
    }));
    const found = await reviews.allowed(subject, 'list', targets);
    return found.map(({ namespace }) => namespace);
  };
  const review = (...namespaces: string[]) =>
    reviews.review(
      subject,
      'list',
      namespaces.map(namespace => ({ resource: sqls, namespace })),
    );
  const isComplete = async (...namespaces: string[]) =>
    (await review(...namespaces)).complete;
  return {
    allowed,
    review,
    isComplete,
    calls,
    failure,
    onChange,
    reachability,
    reconnect: () => {
      cluster.connectionId = 'second';
    },
    rules: (namespace: string) => reviews.rulesIn(subject, namespace),
    rulesOf: async (...namespaces: string[]) =>
      Object.fromEntries(await reviews.rulesOf(subject, namespaces)),
    rulesIn,
    singleReviews,
    watched,
  };
}

const listing: Partial<AccessRules> = {
  resourceRules: [
    { verbs: ['list'], apiGroups: ['g.io'], resources: ['sqls'] },
  ],
};

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('asks once for all namespaces when the right covers them', async () => {
  const { allowed, calls } = start({ '*': listing });
  expect(await allowed('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
  expect(calls).toEqual(['rules *']);
});

it('asks once for each namespace otherwise, and remembers the answers', async () => {
  const { allowed, calls } = start({ b: listing });
  expect(await allowed('a', 'b')).toEqual(['b']);
  expect(await allowed('a', 'b')).toEqual(['b']);
  expect(calls).toEqual(['rules *', 'rules a', 'rules b']);
});

it('has the rules of a namespace from the same review', async () => {
  const { allowed, calls, rules } = start({ a: listing });
  await allowed('a');
  expect(await rules('a')).toEqual({ ...listing, incomplete: false });
  expect(calls).toEqual(['rules *', 'rules a']);
});

it('has no rules of a cluster that does not respond', async () => {
  const { failure, rules } = start({});
  failure.error = new Error('no response');
  expect(await rules('a')).toBeUndefined();
});

it('refuses what the rules do not allow, and nothing of a cluster that does not respond', async () => {
  const { failure, review } = start({ b: listing });
  const refused = async () =>
    (await review('a', 'b')).refused.map(({ namespace }) => namespace);
  expect(await refused()).toEqual(['a']);
  const away = start({ b: listing });
  away.failure.error = failure.error = new Error('no response');
  expect(await away.review('a', 'b')).toEqual({
    allowed: [],
    refused: [],
    complete: false,
  });
});

it('asks for the right itself where the rules are incomplete', async () => {
  const { allowed, calls, singleReviews } = start({
    a: { incomplete: true },
    b: { ...listing, incomplete: true },
    c: listing,
  });
  singleReviews.add('a');
  expect(await allowed('a', 'b', 'c')).toEqual(['a', 'c']);
  expect(calls).toContain('review a');
  expect(calls).toContain('review b');
  expect(calls).not.toContain('review c');
});

it('asks again after half a minute where the rules are incomplete, without waiting; not after five minutes', async () => {
  const { allowed, onChange, singleReviews } = start({
    a: { incomplete: true },
  });
  singleReviews.add('a');
  expect(await allowed('a')).toEqual(['a']);
  singleReviews.delete('a');
  await jest.advanceTimersByTimeAsync(31_000);
  expect(await allowed('a')).toEqual(['a']);
  await jest.advanceTimersByTimeAsync(0);
  expect(onChange).toHaveBeenCalled();
  expect(await allowed('a')).toEqual([]);
  singleReviews.add('a');
  await jest.advanceTimersByTimeAsync(301_000);
  expect(await allowed('a')).toEqual(['a']);
});

it('asks for the right in all namespaces where the rules for them are incomplete', async () => {
  const { allowed, calls, singleReviews } = start({
    '*': { incomplete: true },
  });
  singleReviews.add('');
  expect(await allowed('a', 'b', 'c')).toEqual(['a', 'b', 'c']);
  expect(calls).toEqual(['rules *', 'review ']);
});

it('reads the rules again after half a minute, without waiting for the answer', async () => {
  const { allowed, calls, rulesIn } = start({ a: listing });
  await allowed('a');
  rulesIn.a = {};
  await jest.advanceTimersByTimeAsync(31_000);
  expect(await allowed('a')).toEqual(['a']);
  await jest.advanceTimersByTimeAsync(0);
  expect(await allowed('a')).toEqual([]);
  expect(calls).toHaveLength(4);
});

it('reports that a right has changed, because a page was answered without it', async () => {
  const { allowed, onChange, rulesIn } = start({});
  await allowed('a');
  await jest.advanceTimersByTimeAsync(31_000);
  await allowed('a');
  await jest.advanceTimersByTimeAsync(0);
  expect(onChange).not.toHaveBeenCalled();
  rulesIn.a = listing;
  await jest.advanceTimersByTimeAsync(31_000);
  expect(await allowed('a')).toEqual([]);
  await jest.advanceTimersByTimeAsync(0);
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(await allowed('a')).toEqual(['a']);
});

it('does not take rules in another order for a change', async () => {
  const other = { verbs: ['get'], apiGroups: ['g.io'], resources: ['sqls'] };
  const rules = [other, ...(listing.resourceRules ?? [])];
  const { allowed, onChange, rulesIn } = start({ a: { resourceRules: rules } });
  await allowed('a');
  rulesIn.a = { resourceRules: [...rules].reverse() };
  await jest.advanceTimersByTimeAsync(31_000);
  await allowed('a');
  await jest.advanceTimersByTimeAsync(0);
  expect(onChange).not.toHaveBeenCalled();
});

it('asks anew over a new connection, which may lead to another cluster', async () => {
  const { allowed, calls, reconnect } = start({ '*': listing });
  await allowed('a');
  reconnect();
  await allowed('a');
  expect(calls).toEqual(['rules *', 'rules *']);
});

it('does not use rules older than five minutes', async () => {
  const { allowed, rulesIn } = start({ a: listing });
  await allowed('a');
  rulesIn.a = {};
  await jest.advanceTimersByTimeAsync(301_000);
  expect(await allowed('a')).toEqual([]);
});

it('does not use rules older than five minutes while reviews fail, either', async () => {
  const { allowed, failure } = start({ a: listing });
  await allowed('a');
  failure.error = new Error('may not impersonate');
  await jest.advanceTimersByTimeAsync(60_000);
  expect(await allowed('a')).toEqual(['a']);
  await jest.advanceTimersByTimeAsync(241_000);
  expect(await allowed('a')).toEqual([]);
});

it('keeps what it knew while the cluster is unreachable, and asks nothing', async () => {
  const { allowed, calls, reachability } = start({ a: listing, b: listing });
  await allowed('a');
  reachability.reachable = false;
  await jest.advanceTimersByTimeAsync(3_600_000);
  const before = calls.length;
  expect(await allowed('a', 'b')).toEqual(['a']);
  expect(calls).toHaveLength(before);
});

it('has the rules of several namespaces, each from one review', async () => {
  const { calls, rulesOf } = start({ a: listing });
  expect(await rulesOf('a', 'b', 'a')).toEqual({
    a: { ...listing, incomplete: false },
    b: { resourceRules: [], incomplete: false },
  });
  expect(calls).toEqual(['rules *', 'rules a', 'rules b']);
});

it('asks about no namespace where the rules for all are incomplete', async () => {
  const { calls, rulesOf } = start({ '*': { incomplete: true } });
  const rules = { resourceRules: [], incomplete: true };
  expect(await rulesOf('a', 'b')).toEqual({ a: rules, b: rules });
  expect(calls).toEqual(['rules *']);
});

describe('where the portal watches RoleBindings', () => {
  it('has the rules of namespaces without one for the person from those for all', async () => {
    const { calls, rulesOf, watched } = start({ '*': listing });
    watched.namespaces = new Set(['b']);
    expect(await rulesOf('a', 'b')).toEqual({
      a: { ...listing, incomplete: false },
      b: { resourceRules: [], incomplete: false },
    });
    expect(calls).toEqual(['rules *', 'rules b']);
  });

  it('asks only about namespaces with one for the person', async () => {
    const { allowed, calls, watched } = start({ a: listing, b: listing });
    watched.namespaces = new Set(['b']);
    expect(await allowed('a', 'b', 'c')).toEqual(['b']);
    expect(calls).toEqual(['rules *', 'rules b']);
  });

  it('asks about all namespaces all the same when another authorizer may allow more', async () => {
    const { allowed, calls, singleReviews, watched } = start({
      '*': { incomplete: true },
      a: { incomplete: true },
    });
    watched.namespaces = new Set();
    singleReviews.add('a');
    expect(await allowed('a', 'b')).toEqual(['a']);
    expect(calls).toContain('rules b');
  });

  it('asks anew at once after a change, and otherwise every two minutes', async () => {
    const { allowed, calls, rulesIn, watched } = start({ a: listing });
    watched.namespaces = new Set(['a']);
    const reviewsOfA = () => calls.filter(call => call === 'rules a').length;
    await allowed('a');
    await jest.advanceTimersByTimeAsync(119_000);
    expect(await allowed('a')).toEqual(['a']);
    expect(reviewsOfA()).toBe(1);
    rulesIn.a = {};
    watched.revision += 1;
    expect(await allowed('a')).toEqual([]);
    expect(reviewsOfA()).toBe(2);
    await jest.advanceTimersByTimeAsync(121_000);
    await allowed('a');
    expect(reviewsOfA()).toBe(3);
  });

  describe('and roles', () => {
    /** Asks every ten seconds, as open pages do, for an hour. */
    const askForAnHour = async (allowed: () => Promise<string[]>) => {
      for (let asked = 0; asked < 360; asked++) {
        await jest.advanceTimersByTimeAsync(10_000);
        await allowed();
      }
    };

    it('asks twice an hour, instead of twice a minute', async () => {
      const { allowed, calls, watched } = start({ a: listing });
      watched.namespaces = new Set(['a']);
      watched.rolesRevision = 0;
      await allowed('a');
      calls.length = 0;
      await askForAnHour(() => allowed('a'));
      expect(calls).toEqual(['rules *', 'rules a']);
      // Without the right to watch roles: every half minute, and every two minutes.
      watched.rolesRevision = undefined;
      await allowed('a');
      calls.length = 0;
      await askForAnHour(() => allowed('a'));
      expect(calls.filter(call => call === 'rules *')).toHaveLength(90);
      expect(calls.filter(call => call === 'rules a')).toHaveLength(27);
    });

    it('asks anew at once after a change of a role', async () => {
      const { allowed, calls, rulesIn, watched } = start({ '*': listing });
      watched.namespaces = new Set();
      watched.rolesRevision = 0;
      expect(await allowed('a')).toEqual(['a']);
      rulesIn['*'] = {};
      watched.rolesRevision = 1;
      expect(await allowed('a')).toEqual([]);
      expect(calls).toEqual(['rules *', 'rules *']);
    });

    it('asks every two minutes where another authorizer may allow more', async () => {
      const { calls, rules, watched } = start({ a: { incomplete: true } });
      watched.namespaces = new Set();
      watched.rolesRevision = 0;
      await rules('a');
      await jest.advanceTimersByTimeAsync(121_000);
      await rules('a');
      expect(calls).toEqual(['rules a', 'rules a']);
    });
  });
});

it('tells rights that are missing from those that could not be read', async () => {
  const { failure, isComplete, reachability } = start({ a: listing });
  expect(await isComplete('a', 'b')).toBe(true);
  failure.error = new Error('may not impersonate');
  expect(await isComplete('a', 'b')).toBe(true);
  expect(await isComplete('a', 'c')).toBe(false);
  reachability.reachable = false;
  expect(await isComplete('a', 'b')).toBe(true);
  expect(await isComplete('c')).toBe(false);
});

it('needs no rights in namespaces where they apply to all', async () => {
  const { failure, isComplete } = start({ '*': listing });
  expect(await isComplete('a')).toBe(true);
  failure.error = new Error('no response');
  expect(await isComplete('b')).toBe(true);
});
