import type { PermissionClaim } from '@klutch/bind-api';
import type { Unstructured } from '@klutch/kube';
import { applyMergePatch } from '../../../testing/__testUtils__/applyMergePatch';
import { pins } from '../../../testing/objects';
import { matchesLabels } from './claimSelection';
import type { ClaimFacts } from './claimFacts';
import { planClaimed } from './planClaimed';

const claimant = { pins, marks: { annotations: {} } };
const g = 'klutch.anynines.com';
const owner = `${g}/resource-owner`;
const keys = {
  Provider: { namespace: 'cluster-x-team-a', name: 'db' },
  Consumer: { namespace: 'team-a', name: 'db' },
};
type Change = Partial<PermissionClaim>;
const claim = (change: Change = {}): PermissionClaim => ({
  resource: 'secrets',
  version: 'v1',
  ...change,
});
const provider = (change: Change = {}) =>
  claim({ ...change, selector: { owner: 'Provider', ...change.selector } });
const consumer = (change: Change = {}) =>
  claim({ ...change, selector: { owner: 'Consumer', ...change.selector } });

let version = 1;
const secret = (
  metadata: Unstructured['metadata'] = {},
  change: Record<string, unknown> = {},
): Unstructured => ({
  apiVersion: 'v1',
  kind: 'Secret',
  type: 'Opaque',
  data: { user: 'YQ==' },
  ...change,
  metadata: { uid: `u${version++}`, resourceVersion: '1', ...metadata },
});
const own = (metadata: Unstructured['metadata'] = {}, change = {}) =>
  secret({ ...metadata, name: 'db' }, change);

interface PairFixture {
  provider?: Unstructured;
  consumer?: Unstructured;
}
const factsOf = (
  fixture: PairFixture,
  claims: PermissionClaim[],
  more: Partial<ClaimFacts> = {},
): ClaimFacts => ({
  provider: fixture.provider,
  consumer: fixture.consumer,
  keys,
  claims,
  selects: (one, _side, { metadata }) => matchesLabels(one, metadata.labels),
  deletedConsumer: undefined,
  claimant,
  ...more,
});

/** Executes planned steps as a server would, and returns the steps. */
function run(
  fixture: PairFixture,
  claims: PermissionClaim[],
  more: Partial<ClaimFacts> = {},
) {
  const steps: string[] = [];
  for (let round = 0; round < 10; round += 1) {
    const step = planClaimed(factsOf(fixture, claims, more));
    if (step.step === 'nothing') return { steps, fixture };
    const side = 'side' in step ? step.side : undefined;
    steps.push(side ? `${step.step} ${side}` : step.step);
    if (!side) return { steps, fixture };
    const key = side === 'Provider' ? 'provider' : 'consumer';
    if (step.step === 'delete') fixture[key] = undefined;
    else if (step.step === 'patch') {
      expect(step.patch).toMatchObject({
        metadata: { uid: fixture[key]?.metadata.uid, resourceVersion: '1' },
      });
      fixture[key] = applyMergePatch(fixture[key]!, step.patch);
    } else if ('object' in step) {
      fixture[key] = {
        ...step.object,
        metadata: {
          ...step.object.metadata,
          uid: `u${version++}`,
          resourceVersion: '1',
        },
      };
    }
  }
  throw new Error(`the plan does not converge: ${steps.join(', ')}`);
}
const plan = (fixture: PairFixture, claims: PermissionClaim[], more = {}) =>
  run({ ...fixture }, claims, more).steps;

const copyHere = () =>
  run({ provider: own() }, [provider()]).fixture.consumer as Unstructured;
const copyThere = () => {
  const fixture: PairFixture = { consumer: own() };
  run(fixture, [consumer()]);
  return fixture as Required<PairFixture>;
};

describe('owner Provider', () => {
  it('copies the object to the app cluster with our marks, then marks the original', () => {
    const { steps, fixture } = run({ provider: own() }, [provider()]);
    expect(steps).toEqual(['create Consumer', 'patch Provider']);
    expect(fixture.consumer).toMatchObject({
      type: 'Opaque',
      data: { user: 'YQ==' },
      metadata: {
        ...keys.Consumer,
        labels: { [owner]: 'Provider' },
        annotations: {
          [owner]: 'Provider',
          [`${g}/provider-namespace-uid`]: 'namespace-uid',
        },
      },
    });
    expect(fixture.provider?.metadata.annotations).toEqual({
      [owner]: 'Provider',
    });
  });

  it('copies changes, reverts changes of the app cluster, and deletes the copy with the original', () => {
    const copy = copyHere();
    const there = own({}, { data: { a: 'eA==' } });
    const { fixture } = run({ provider: there, consumer: copy }, [provider()]);
    expect(fixture.consumer?.data).toEqual({ a: 'eA==' });
    expect(plan({ consumer: copy }, [provider()])).toEqual(['delete Consumer']);
  });

  it('recreates an object that cannot be changed in place', () => {
    expect(
      plan({ provider: own({}, { type: 'x/y' }), consumer: copyHere() }, [
        provider(),
      ]),
    ).toEqual(['recreate Consumer', 'patch Provider']);
    expect(
      plan(
        {
          provider: own({}, { data: { a: 'eA==' } }),
          consumer: { ...copyHere(), immutable: true },
        },
        [provider()],
      ),
    ).toEqual(['recreate Consumer', 'patch Provider']);
  });

  it('B15: ignores objects that exist on the app cluster only', () => {
    const marked = own({ annotations: { [owner]: 'Consumer' } });
    for (const object of [own(), marked]) {
      for (const change of [{}, { autoDonate: true }]) {
        expect(plan({ consumer: object }, [provider(change)])).toEqual([]);
      }
    }
  });

  it("R38: takes over a copy of the reference's konnector, and reports it as an orphan instead of deleting it", () => {
    const old = own({ annotations: { [owner]: 'Provider' } });
    expect(plan({ provider: own(), consumer: old }, [provider()])).toEqual([
      'patch Consumer',
      'patch Provider',
    ]);
    expect(plan({ consumer: old }, [provider()])).toEqual([
      'orphan-on-app-cluster',
    ]);
    expect(plan({ consumer: old }, [consumer()])).toEqual([]);
  });

  it('deletes the provider object when the claim permits it and the deletion of the copy was observed', () => {
    const stays = provider({
      onConflict: { recreateWhenConsumerSideDeleted: false },
    });
    const fixture = { provider: own() };
    const deletedConsumer = copyHere();
    expect(plan(fixture, [stays], { deletedConsumer })).toEqual([
      'delete Provider',
    ]);
    expect(plan(fixture, [stays])[0]).toBe('create Consumer');
    expect(plan(fixture, [provider()], { deletedConsumer })[0]).toBe(
      'create Consumer',
    );
    expect(plan(fixture, [stays, provider()], { deletedConsumer })[0]).toBe(
      'create Consumer',
    );
  });
});

describe('recreateWhenConsumerSideDeleted: false', () => {
  it('keeps the provider object when the copy was annotated with deletion: keep', () => {
    const stays = provider({
      onConflict: { recreateWhenConsumerSideDeleted: false },
    });
    const copy = copyHere();
    copy.metadata.annotations![`${g}/deletion`] = 'keep';
    expect(
      plan({ provider: own() }, [stays], { deletedConsumer: copy }),
    ).toEqual(['create Consumer', 'patch Provider']);
  });

  it('keeps the provider object when the deleted object was not our copy', () => {
    const stays = provider({
      onConflict: { recreateWhenConsumerSideDeleted: false },
    });
    const copy = copyHere();
    const marked = (annotations: Record<string, string>, labels = {}) =>
      own({ labels: { ...copy.metadata.labels, ...labels }, annotations });
    const uid = `${g}/provider-namespace-uid`;
    for (const deletedConsumer of [
      own(),
      marked({ [owner]: 'Consumer', [uid]: 'namespace-uid' }),
      marked({ [owner]: 'Provider', [uid]: 'of another control plane' }),
      marked({ [owner]: 'Provider' }),
      marked({ ...copy.metadata.annotations }, { [owner]: '' }),
    ]) {
      expect(plan({ provider: own() }, [stays], { deletedConsumer })).toEqual([
        'create Consumer',
        'patch Provider',
      ]);
    }
  });
});

describe('owner Consumer', () => {
  it('C30: copies the object to the control plane with our marks, then marks the original', () => {
    const fixture: PairFixture = { consumer: own({ uid: 'c' }) };
    expect(run(fixture, [consumer()]).steps).toEqual([
      'create Provider',
      'patch Consumer',
    ]);
    expect(fixture.provider).toMatchObject({
      data: { user: 'YQ==' },
      metadata: {
        ...keys.Provider,
        annotations: {
          [owner]: 'Consumer',
          [`${g}/bound`]: 'true',
          [`${g}/consumer-cluster`]: 'cluster-uid',
          [`${g}/consumer-uid`]: 'c',
        },
      },
    });
    expect(fixture.consumer?.metadata.annotations).toEqual({
      [owner]: 'Consumer',
    });
  });

  it('C31, C32, C33: reverts and recreates the copy from the original', () => {
    const { provider: there, consumer: here } = copyThere();
    const changed = { ...there, data: { user: 'eA==', more: 'eA==' } };
    const { fixture } = run({ provider: changed, consumer: here }, [
      consumer(),
    ]);
    expect(fixture.provider?.data).toEqual({ user: 'YQ==' });
    expect(plan({ consumer: here }, [consumer()])).toEqual(['create Provider']);
  });

  it('C34: deletes the copy only after an observed deletion of this original', () => {
    const { provider: there, consumer: here } = copyThere();
    expect(
      plan({ provider: there }, [consumer()], { deletedConsumer: here }),
    ).toEqual(['delete Provider']);
    expect(plan({ provider: there }, [consumer()])).toEqual(['orphan']);
    expect(
      plan({ provider: there }, [consumer()], { deletedConsumer: own() }),
    ).toEqual(['orphan']);
    expect(
      plan({ provider: there }, [provider()], { deletedConsumer: here }),
    ).toEqual([]);
  });

  it('orphans the copy of an original that was annotated with deletion: keep', () => {
    const { provider: there, consumer: here } = copyThere();
    const deletedConsumer = {
      ...here,
      metadata: {
        ...here.metadata,
        annotations: {
          ...here.metadata.annotations,
          [`${g}/deletion`]: 'keep',
        },
      },
    };
    expect(
      plan({ provider: there }, [consumer()], { deletedConsumer }),
    ).toEqual(['orphan']);
  });

  it('a restored original takes over its copy', () => {
    const { provider: there, consumer: here } = copyThere();
    const restored = { ...here, metadata: { ...here.metadata, uid: 'new' } };
    const { steps, fixture } = run({ provider: there, consumer: restored }, [
      consumer(),
    ]);
    expect(steps).toEqual(['patch Provider']);
    expect(fixture.provider?.metadata.annotations?.[`${g}/consumer-uid`]).toBe(
      'new',
    );
  });

  it('takes over copies of the app cluster from which this one was restored', () => {
    const { provider: there, consumer: here } = copyThere();
    const restored = {
      provider: {
        ...there,
        metadata: {
          ...there.metadata,
          annotations: {
            ...there.metadata.annotations,
            [`${g}/consumer-cluster`]: 'former',
          },
        },
      },
      consumer: { ...here, metadata: { ...here.metadata, uid: 'new' } },
    };
    expect(plan(restored, [consumer()])).toEqual(['conflict']);
    const withFormerCluster = {
      claimant: { ...claimant, pins: { ...pins, formerCluster: 'former' } },
    };
    expect(
      plan({ provider: restored.provider }, [consumer()], withFormerCluster),
    ).toEqual(['orphan']);
    const { steps, fixture } = run(
      { ...restored },
      [consumer()],
      withFormerCluster,
    );
    expect(steps).toEqual(['patch Provider']);
    expect(fixture.provider?.metadata).toMatchObject({
      uid: there.metadata.uid,
      annotations: {
        [`${g}/consumer-cluster`]: 'cluster-uid',
        [`${g}/consumer-uid`]: 'new',
      },
    });
  });

  it('never changes copies of another app cluster', () => {
    const foreign = own({
      annotations: { [owner]: 'Consumer', [`${g}/consumer-cluster`]: 'b' },
    });
    expect(plan({ provider: foreign }, [consumer()])).toEqual([]);
    expect(plan({ provider: foreign, consumer: own() }, [consumer()])).toEqual([
      'conflict',
    ]);
  });
});

describe('several claims on one type, one of which is no longer effective', () => {
  const labelled = (app: string) => ({ labelSelectors: [{ app }] });

  it('orphans a copy on the control plane whose original other labels selected', () => {
    const fixture: PairFixture = { consumer: own({ labels: { app: 'a' } }) };
    const claims = [
      consumer({ selector: labelled('a') }),
      consumer({ selector: labelled('b') }),
    ];
    run(fixture, claims);
    const { provider: there, consumer: deletedConsumer } = fixture;
    const left = { provider: there };
    expect(plan(left, claims.slice(1), { deletedConsumer })).toEqual([
      'orphan',
    ]);
    expect(plan(left, claims.slice(0, 1), { deletedConsumer })).toEqual([
      'delete Provider',
    ]);
    expect(plan(left, [consumer()], { deletedConsumer })).toEqual([
      'delete Provider',
    ]);
  });

  it('keeps a copy on the app cluster whose original other labels selected', () => {
    const claims = [
      provider({ selector: labelled('a') }),
      provider({ selector: labelled('b') }),
    ];
    const fixture: PairFixture = { provider: own({ labels: { app: 'a' } }) };
    run(fixture, claims);
    const copy = { consumer: fixture.consumer };
    expect(plan(copy, claims.slice(1))).toEqual([]);
    expect(plan(copy, claims.slice(0, 1))).toEqual(['delete Consumer']);
    expect(plan(copy, [provider()])).toEqual(['delete Consumer']);
  });

  it('keeps a copy whose original other fields selected', () => {
    const one = provider({ selector: { fieldSelectors: ['type=Opaque'] } });
    const other = provider({ selector: { fieldSelectors: ['type=x/y'] } });
    const selects: ClaimFacts['selects'] = asked => asked === one;
    const fixture: PairFixture = { provider: own() };
    run(fixture, [one, other], { selects });
    const { consumer: here } = fixture;
    expect(plan({ consumer: here }, [other], { selects })).toEqual([]);
    expect(plan({ consumer: here }, [one], { selects })).toEqual([
      'delete Consumer',
    ]);
    const consumerOwned: PairFixture = { consumer: own() };
    const mine = consumer({ selector: { ...one.selector, owner: 'Consumer' } });
    const yours = consumer({
      selector: { ...other.selector, owner: 'Consumer' },
    });
    run(consumerOwned, [mine, yours], { selects: asked => asked === mine });
    const left = { provider: consumerOwned.provider };
    const deletedConsumer = consumerOwned.consumer;
    const none = () => false;
    expect(plan(left, [yours], { deletedConsumer, selects: none })).toEqual([
      'orphan',
    ]);
    expect(plan(left, [mine], { deletedConsumer, selects: none })).toEqual([
      'delete Provider',
    ]);
  });

  it('records no selection when a claim selects all objects, and updates the record with the claims', () => {
    const selectedBy = `${g}/selected-by`;
    const fixture: PairFixture = {
      consumer: own({ labels: { app: 'a', b: '1' } }),
    };
    const narrow = consumer({ selector: labelled('a') });
    run(fixture, [consumer(), narrow]);
    expect(fixture.provider?.metadata.annotations).not.toHaveProperty([
      selectedBy,
    ]);
    run(fixture, [narrow]);
    expect(fixture.provider?.metadata.annotations?.[selectedBy]).toBe(
      '{"labels":{"app":"a"},"fields":[]}',
    );
    run(fixture, [consumer()]);
    expect(fixture.provider?.metadata.annotations).not.toHaveProperty([
      selectedBy,
    ]);
  });

  it('ignores an unreadable record of the selection', () => {
    const copy = copyHere();
    for (const text of ['{', '[]', '"x"', '{"labels":[],"fields":{}}']) {
      copy.metadata.annotations![`${g}/selected-by`] = text;
      expect(
        plan({ consumer: copy }, [provider({ selector: labelled('a') })]),
      ).toEqual([]);
      expect(plan({ consumer: copy }, [provider()])).toEqual([
        'delete Consumer',
      ]);
    }
  });
});

describe('owner unset', () => {
  it('the owner is the side that has the object', () => {
    expect(plan({ provider: own() }, [claim()])[0]).toBe('create Consumer');
    expect(plan({ consumer: own() }, [claim()])[0]).toBe('create Provider');
  });
});

describe('two originals of the same name', () => {
  const both = () => ({ provider: own(), consumer: own() });

  it('B16: are not changed', () => {
    for (const one of [provider(), consumer(), claim()]) {
      expect(plan(both(), [one])).toEqual(['conflict']);
    }
    expect(plan(both(), [])).toEqual([]);
    const marked = {
      provider: own(),
      consumer: own({ annotations: { [owner]: 'Consumer' } }),
    };
    expect(plan(marked, [consumer()])).toEqual(['conflict']);
  });

  it("create.replaceExisting: the provider's object replaces the other", () => {
    const replaces = provider({ create: { replaceExisting: true } });
    expect(plan(both(), [replaces])[0]).toBe('patch Consumer');
    const foreign = own({
      annotations: { [owner]: 'Consumer', [`${g}/consumer-cluster`]: 'b' },
    });
    expect(plan({ provider: foreign, consumer: own() }, [replaces])).toEqual([
      'conflict',
    ]);
  });
});

describe('a copy of another control plane', () => {
  it('is not replaced by any claim', () => {
    const theirs = copyHere();
    theirs.metadata.annotations![`${g}/provider-namespace-uid`] = 'another';
    const replaces = { create: { replaceExisting: true } };
    const marked = own({ annotations: { [owner]: 'Provider' } });
    for (const there of [own(), marked]) {
      for (const one of [provider(replaces), claim(replaces)]) {
        expect(plan({ provider: there, consumer: theirs }, [one])).toEqual([
          'conflict',
        ]);
      }
    }
  });
});

describe('ownership transfers', () => {
  it("autoAdopt: transfers the consumer's object to the provider", () => {
    for (const adopting of [
      provider({ autoAdopt: true }),
      claim({ autoAdopt: true }),
      consumer({ autoAdopt: true }),
    ]) {
      const fixture: PairFixture = { consumer: own() };
      expect(run(fixture, [adopting]).steps).toEqual([
        'create Provider',
        'patch Consumer',
      ]);
      expect(fixture.provider?.metadata.annotations?.[owner]).toBe('Provider');
      expect(fixture.consumer?.metadata.annotations?.[owner]).toBe('Provider');
      const changed = { ...fixture.consumer, data: {} } as Unstructured;
      expect(
        plan({ provider: fixture.provider, consumer: changed }, [adopting]),
      ).toEqual(['patch Consumer']);
      expect(plan({ provider: fixture.provider }, [adopting])[0]).toBe(
        'create Consumer',
      );
    }
  });

  it('autoAdopt: transfers an object that was synced before', () => {
    const fixture = copyThere();
    expect(run(fixture, [claim({ autoAdopt: true })]).steps).toEqual([
      'patch Provider',
      'patch Consumer',
    ]);
    expect(fixture.provider.metadata.annotations?.[owner]).toBe('Provider');
  });

  it("autoDonate: transfers the provider's object to the consumer", () => {
    for (const donating of [
      provider({ autoDonate: true }),
      claim({ autoDonate: true }),
      consumer({ autoDonate: true }),
    ]) {
      const fixture: PairFixture = { provider: own() };
      expect(run(fixture, [donating]).steps).toEqual([
        'create Consumer',
        'patch Provider',
      ]);
      expect(fixture.consumer?.metadata.annotations?.[owner]).toBe('Consumer');
      expect(fixture.consumer?.metadata.labels).toEqual({});
      expect(fixture.provider?.metadata.annotations?.[owner]).toBe('Consumer');
      expect(plan({ consumer: fixture.consumer }, [donating])).toEqual([
        'create Provider',
      ]);
      expect(
        plan({ provider: fixture.provider }, [donating], {
          deletedConsumer: fixture.consumer,
        }),
      ).toEqual(['delete Provider']);
    }
  });

  it('contradicting claims transfer nothing', () => {
    expect(
      plan({ provider: own() }, [
        provider({ autoDonate: true }),
        provider({ autoAdopt: true }),
      ])[0],
    ).toBe('create Consumer');
  });
});

describe('update and read', () => {
  const resource = (spec: object, metadata: Unstructured['metadata'] = {}) =>
    ({
      apiVersion: 'example.com/v1',
      kind: 'Thing',
      metadata: {
        name: 'db',
        uid: `u${version++}`,
        resourceVersion: '1',
        ...metadata,
      },
      spec,
    }) as Unstructured;

  it('update.fields: the value of the provider is copied to the app cluster and never overwritten', () => {
    const claims = [consumer({ update: { fields: ['spec.size'] } })];
    const fixture: PairFixture = { consumer: resource({ size: 1, plan: 'a' }) };
    run(fixture, claims);
    expect(fixture.provider?.spec).toEqual({ size: 1, plan: 'a' });
    fixture.provider = {
      ...(fixture.provider as Unstructured),
      spec: { size: 5, plan: 'x' },
    };
    run(fixture, claims);
    expect(fixture.provider.spec).toEqual({ size: 5, plan: 'a' });
    expect(fixture.consumer?.spec).toEqual({ size: 5, plan: 'a' });
  });

  it('update.preserving: the value of the consumer is never overwritten', () => {
    const claims = [provider({ update: { preserving: ['spec.size'] } })];
    const fixture: PairFixture = { provider: resource({ size: 1, plan: 'a' }) };
    run(fixture, claims);
    fixture.consumer = {
      ...(fixture.consumer as Unstructured),
      spec: { size: 7, plan: 'x' },
    };
    run(fixture, claims);
    expect(fixture.consumer.spec).toEqual({ size: 7, plan: 'a' });
    expect(fixture.provider?.spec).toEqual({ size: 1, plan: 'a' });
  });

  it('update.alwaysRecreate: changes content by recreation and metadata in place', () => {
    const claims = [
      provider({
        update: { alwaysRecreate: true, labels: [{ pattern: '*' }] },
      }),
    ];
    const fixture: PairFixture = { provider: own() };
    run(fixture, claims);
    fixture.provider = own({ labels: { a: '1' } });
    expect(run(fixture, claims).steps).toEqual([
      'patch Consumer',
      'patch Provider',
    ]);
    expect(fixture.consumer?.metadata.labels).toMatchObject({ a: '1' });
    fixture.provider = own({}, { data: { x: 'eA==' } });
    expect(run(fixture, claims).steps[0]).toBe('recreate Consumer');
  });

  it('propagates only metadata that a pattern matches', () => {
    const metadata = {
      labels: { team: 'a', app: 'x' },
      annotations: { note: 'n', [`${g}/bound`]: 'true' },
    };
    const fixture: PairFixture = { provider: own(metadata) };
    run(fixture, [provider()]);
    expect(fixture.consumer?.metadata.labels).toEqual({ [owner]: 'Provider' });
    const claims = [
      provider({
        update: {
          labels: [{ pattern: 'te*' }],
          annotations: [{ pattern: '*' }],
        },
      }),
    ];
    run(fixture, claims);
    expect(fixture.consumer?.metadata.labels).toEqual({
      [owner]: 'Provider',
      team: 'a',
    });
    expect(fixture.consumer?.metadata.annotations).toMatchObject({ note: 'n' });
    expect(fixture.consumer?.metadata.annotations).not.toHaveProperty([
      `${g}/bound`,
    ]);
  });

  it('removes only metadata that was propagated', () => {
    const claims = [provider({ update: { labels: [{ pattern: '*' }] } })];
    const fixture: PairFixture = {
      provider: own({ labels: { a: '1', b: '2' } }),
    };
    run(fixture, claims);
    fixture.consumer!.metadata.labels!.mine = 'x';
    fixture.provider = own({ labels: { b: '3' } });
    run(fixture, claims);
    expect(fixture.consumer?.metadata.labels).toEqual({
      [owner]: 'Provider',
      b: '3',
      mine: 'x',
    });
    run(fixture, [provider()]);
    expect(fixture.consumer?.metadata.labels).toEqual({
      [owner]: 'Provider',
      mine: 'x',
    });
  });

  it('read propagates metadata of consumer-owned objects to the control plane, update to the app cluster', () => {
    const claims = [
      consumer({
        read: {
          labels: [{ pattern: 'app' }],
          annotations: [{ pattern: 'note' }],
        },
        update: {
          labelsOnConsumerOwnedObjects: [{ pattern: 'state' }],
          annotationsOnConsumerOwnedObjects: [{ pattern: 'hint' }],
        },
      }),
    ];
    const fixture: PairFixture = {
      consumer: own({
        labels: { app: 'x', other: 'y' },
        annotations: { note: 'n' },
      }),
    };
    run(fixture, claims);
    expect(fixture.provider?.metadata.labels).toEqual({ app: 'x' });
    expect(fixture.provider?.metadata.annotations).toMatchObject({ note: 'n' });
    fixture.provider!.metadata.labels!.state = 'up';
    fixture.provider!.metadata.annotations!.hint = 'h';
    run(fixture, claims);
    expect(fixture.consumer?.metadata.labels).toEqual({
      app: 'x',
      other: 'y',
      state: 'up',
    });
    expect(fixture.consumer?.metadata.annotations).toMatchObject({ hint: 'h' });
  });

  it('read propagates metadata of provider-owned objects to the control plane, and takes precedence over update', () => {
    const claims = [
      provider({
        read: {
          labelsOnProviderOwnedObjects: [{ pattern: 'app' }],
          overrideAnnotations: [{ pattern: 'note' }],
        },
        update: { annotations: [{ pattern: '*' }] },
      }),
    ];
    const fixture: PairFixture = {
      provider: own({ annotations: { note: 'theirs' } }),
    };
    run(fixture, claims);
    expect(fixture.consumer?.metadata.annotations).toMatchObject({
      note: 'theirs',
    });
    fixture.consumer!.metadata.labels!.app = 'x';
    fixture.consumer!.metadata.annotations!.note = 'ours';
    run(fixture, claims);
    expect(fixture.provider?.metadata.labels).toEqual({ app: 'x' });
    expect(fixture.provider?.metadata.annotations).toMatchObject({
      note: 'ours',
    });
    expect(fixture.consumer?.metadata.annotations).toMatchObject({
      note: 'ours',
    });
  });

  it('fields defaulted by a server cause no write', () => {
    const fixture: PairFixture = { provider: resource({ plan: 'a', gone: 1 }) };
    run(fixture, [provider()]);
    fixture.consumer = {
      ...(fixture.consumer as Unstructured),
      spec: { plan: 'a', gone: 1, size: 1 },
    };
    expect(plan(fixture, [provider()])).toEqual([]);
    fixture.provider = resource({ plan: 'a' });
    run(fixture, [provider()]);
    expect(fixture.consumer.spec).toEqual({ plan: 'a' });
  });
});

describe('not synced', () => {
  it.each([
    [
      'a service account token',
      {},
      { type: 'kubernetes.io/service-account-token' },
    ],
    [
      'Helm state',
      { name: 'sh.helm.release.v1.a.v1' },
      { type: 'helm.sh/release.v1' },
    ],
    ['the kubeconfig of a binding', { name: 'kubeconfig' }, {}],
    ['the token of a binding', { name: 'klutch-binder' }, {}],
    [
      'the root certificate',
      { name: 'kube-root-ca.crt' },
      { kind: 'ConfigMap' },
    ],
  ])('B15: %s, on either side', (_what, metadata, change) => {
    expect(
      plan({ provider: own(), consumer: undefined }, [claim()]),
    ).not.toEqual([]);
    expect(plan({ provider: secret(metadata, change) }, [claim()])).toEqual([]);
    expect(plan({ consumer: secret(metadata, change) }, [claim()])).toEqual([]);
  });

  it('a terminating object', () => {
    const terminating = own({ deletionTimestamp: 'x' });
    expect(plan({ provider: terminating }, [claim()])).toEqual([]);
    expect(plan({ provider: own(), consumer: terminating }, [claim()])).toEqual(
      [],
    );
  });

  it.each<[string, PermissionClaim['selector']]>([
    ['another name', { names: ['other'] }],
    ['another namespace', { namespaces: ['team-b'] }],
    ['other labels', { labelSelectors: [{ a: '1' }] }],
  ])('B15: %s', (_what, selector) => {
    expect(plan({ provider: own() }, [provider({ selector })])).toEqual([]);
    expect(plan({ consumer: own() }, [consumer({ selector })])).toEqual([]);
    const fixture = copyThere();
    expect(
      plan({ provider: fixture.provider }, [consumer({ selector })], {
        deletedConsumer: fixture.consumer,
      }),
    ).toEqual(selector?.labelSelectors ? ['orphan'] : []);
  });

  it('unless one of several label maps matches', () => {
    const selector: PermissionClaim['selector'] = {
      labelSelectors: [{ z: '1' }, { a: '1' }],
    };
    expect(
      plan({ provider: own({ labels: { a: '1', b: '2' } }) }, [
        provider({ selector }),
      ])[0],
    ).toBe('create Consumer');
  });
});
