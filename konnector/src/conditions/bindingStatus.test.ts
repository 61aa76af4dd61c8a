import { emptyReports } from '../feedback/issueKinds';
import { thingBinding } from '../testing/objects';
import { planBindingStatus } from './bindingStatus';
import { falseCondition } from './conditionResult';

const now = new Date('2026-01-01T00:00:00Z');
const good = { ok: true } as const;
const allGood = {
  secretValid: good,
  informersSynced: good,
  heartbeating: good,
  connected: good,
  schemaInSync: good,
  providerPrettyName: 'Klutch',
};

type Patch = {
  metadata: object;
  status: { conditions: { type: string; status: string; reason?: string }[] };
};

describe('planBindingStatus', () => {
  it('B24: sets all conditions, SchemaInSync included, with preconditions', () => {
    const patch = planBindingStatus(thingBinding(), allGood, now) as Patch;
    expect(patch.metadata).toEqual({ uid: 'b1', resourceVersion: '5' });
    expect(patch.status).toMatchObject({ providerPrettyName: 'Klutch' });
    expect(
      patch.status.conditions.map(({ type, status }) => `${type}=${status}`),
    ).toEqual([
      'Ready=True',
      'Connected=True',
      'Heartbeating=True',
      'InformersSynced=True',
      'SchemaInSync=True',
      'SecretValid=True',
    ]);
  });

  it('is undefined when nothing changed', () => {
    const patch = planBindingStatus(thingBinding(), allGood, now) as Patch;
    const binding = thingBinding({ status: patch.status as never });
    expect(
      planBindingStatus(binding, allGood, new Date('2026-02-01T00:00:00Z')),
    ).toBeUndefined();
  });

  const typesOf = (state: object, from = thingBinding()) => {
    const patch = planBindingStatus(from, { ...allGood, ...state }, now);
    const { status } = patch as Patch;
    const binding = thingBinding({ status: status as never });
    return {
      binding,
      conditions: status.conditions.map(
        ({ type, status: is }) => `${type}=${is}`,
      ),
    };
  };

  it('reports orphans as long as there are some, and stays ready', () => {
    const orphans = { count: 2, names: ['team-a/x', 'team-a/y'] };
    const { binding, conditions } = typesOf({
      issueReports: { orphans },
    });
    expect(conditions).toEqual(
      expect.arrayContaining(['Ready=True', 'OrphanedCopies=True']),
    );
    expect(JSON.stringify(binding.status)).toContain(
      'team-a/x, team-a/y. They are kept',
    );
    expect(planBindingStatus(binding, allGood, now)).toBeUndefined();
    const resolved = typesOf({ issueReports: emptyReports }, binding);
    expect(resolved.conditions.join()).not.toContain('OrphanedCopies');
  });

  it('reports name collisions as long as there are some, and stays ready', () => {
    const collisions = { count: 51, names: ['secrets team-a/x', 'team-a/y'] };
    const { binding, conditions } = typesOf({
      issueReports: { collisions },
    });
    expect(conditions).toEqual(
      expect.arrayContaining(['Ready=True', 'NameCollisions=True']),
    );
    expect(JSON.stringify(binding.status)).toMatch(
      /51 have the name .*secrets team-a\/x, team-a\/y, …\. Both stay/,
    );
    expect(planBindingStatus(binding, allGood, now)).toBeUndefined();
    const resolved = typesOf({ issueReports: emptyReports }, binding);
    expect(resolved.conditions.join()).not.toContain('NameCollisions');
  });

  it('gives advice for the kinds of objects that collide', () => {
    const adviceFor = (...names: string[]) => {
      const collisions = { count: names.length, names };
      const { binding } = typesOf({ issueReports: { collisions } });
      return JSON.stringify(binding.status);
    };
    const own = 'klutch.anynines.com/adopt=true';
    const claimed = 'the one on the control plane may be in use';
    expect(adviceFor('secrets team-a/x', 'team-a/y')).toMatch(
      new RegExp(`${own}.*${claimed}`),
    );
    expect(adviceFor('team-a/y')).not.toContain(claimed);
    expect(adviceFor('secrets team-a/x')).toContain(claimed);
    expect(adviceFor('secrets team-a/x')).not.toMatch(/adopt|remove the one/);
  });

  it('reports rejected objects as long as there are some, and stays ready', () => {
    const refused = {
      count: 60,
      names: ['secrets team-a/x', 'secrets team-a/y'],
      why: 'The app cluster rejected the object: no room.',
    };
    const { binding, conditions } = typesOf({
      issueReports: { refused },
      claimsServed: good,
    });
    expect(conditions).toEqual(
      expect.arrayContaining([
        'Ready=True',
        'PermissionClaimsServed=True',
        'RefusedObjects=True',
      ]),
    );
    expect(JSON.stringify(binding.status)).toContain(
      '60 cannot be synced: secrets team-a/x, secrets team-a/y, …. secrets team-a/x: The app cluster rejected the object: no room.',
    );
    expect(planBindingStatus(binding, allGood, now)).toBeUndefined();
    const resolved = typesOf({ issueReports: emptyReports }, binding);
    expect(resolved.conditions.join()).not.toContain('RefusedObjects');
  });

  it('truncates the message of a cluster like an Event', () => {
    const refused = { count: 1, names: ['a/x'], why: 'x'.repeat(9_000) };
    const { binding } = typesOf({ issueReports: { refused } });
    const condition = binding.status?.conditions?.find(
      ({ type }) => type === 'RefusedObjects',
    );
    expect(condition?.message).toMatch(/\. a\/x: x{1000}$/);
  });

  it('reports whether its claims are served, as long as it has some', () => {
    const why = 'The claim on secrets is not served.';
    const claimsServed = falseCondition('ClaimNotServed', why);
    const { binding, conditions } = typesOf({ claimsServed });
    expect(conditions).toEqual(
      expect.arrayContaining(['Ready=False', 'PermissionClaimsServed=False']),
    );
    expect(JSON.stringify(binding.status)).toContain(why);
    expect(planBindingStatus(binding, allGood, now)).toBeUndefined();
    const served = typesOf({ claimsServed: good }, binding);
    expect(served.conditions).toEqual(
      expect.arrayContaining(['Ready=True', 'PermissionClaimsServed=True']),
    );
    const without = typesOf({ claimsServed: false }, served.binding);
    expect(without.conditions.join()).not.toContain('PermissionClaimsServed');
  });

  it('reports an unknown state of its claims, unless there is a condition already', () => {
    const { binding, conditions } = typesOf({ claimsServed: 'unknown' });
    expect(conditions).toEqual(
      expect.arrayContaining(['Ready=True', 'PermissionClaimsServed=Unknown']),
    );
    const unknown = { ...allGood, claimsServed: 'unknown' } as const;
    expect(planBindingStatus(binding, unknown, now)).toBeUndefined();
    for (const claimsServed of [
      good,
      falseCondition('ClaimNotServed', 'no right'),
    ]) {
      const before = typesOf({ claimsServed }).binding;
      expect(planBindingStatus(before, unknown, now)).toBeUndefined();
    }
  });

  it("keeps other writers' conditions and includes them in Ready", () => {
    const binding = thingBinding({
      status: {
        conditions: [
          {
            type: 'Theirs',
            status: 'False',
            severity: 'Error',
            reason: 'Because',
            lastTransitionTime: '2025-01-01T00:00:00Z',
          },
        ],
      },
    });
    const patch = planBindingStatus(binding, allGood, now) as Patch;
    expect(patch.status.conditions).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          type: 'Theirs',
          lastTransitionTime: '2025-01-01T00:00:00Z',
        }),
        expect.objectContaining({
          type: 'Ready',
          status: 'False',
          reason: 'Because',
        }),
      ]),
    );
  });

  it('is not ready before everything was checked', () => {
    const patch = planBindingStatus(
      thingBinding(),
      { secretValid: good, heartbeating: good },
      now,
    ) as Patch;
    expect(
      patch.status.conditions.map(({ type, reason }) => `${type} ${reason}`),
    ).toEqual([
      'Ready Pending',
      'Connected Pending',
      'Heartbeating undefined',
      'InformersSynced Pending',
      'SchemaInSync Pending',
      'SecretValid undefined',
    ]);
  });

  it('keeps conditions whose state is unknown now', () => {
    const before = planBindingStatus(thingBinding(), allGood, now) as Patch;
    const binding = thingBinding({ status: before.status as never });
    const patch = planBindingStatus(
      binding,
      { secretValid: falseCondition('KubeconfigSecretNotFound', 'gone') },
      now,
    ) as Patch;
    expect(
      patch.status.conditions
        .filter(({ status }) => status === 'False')
        .map(({ type }) => type),
    ).toEqual(['Ready', 'SecretValid']);
  });

  it('warns of a token without expiry while it is in use, and stays ready', () => {
    const warned = planBindingStatus(
      thingBinding(),
      { ...allGood, nonExpiringToken: true },
      now,
    ) as Patch;
    const of = ({ status }: Patch, expected: string) =>
      status.conditions.find(({ type }) => type === expected);
    expect(of(warned, 'NonExpiringToken')).toMatchObject({
      status: 'True',
      reason: 'TokenNeverExpires',
    });
    expect(of(warned, 'Ready')).toMatchObject({ status: 'True' });
    const binding = thingBinding({ status: warned.status as never });
    // An unknown state keeps the condition.
    expect(planBindingStatus(binding, allGood, now)).toBeUndefined();
    const rotated = planBindingStatus(
      binding,
      { ...allGood, nonExpiringToken: false },
      now,
    ) as Patch;
    expect(of(rotated, 'NonExpiringToken')).toBeUndefined();
    expect(of(rotated, 'Ready')).toMatchObject({ status: 'True' });
  });
});
