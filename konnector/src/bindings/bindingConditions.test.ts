/** Results for the conditions of a binding. */
import { loadKubeConfig } from '@klutch/kube';
import { falseCondition } from '../conditions/conditionResult';
import { annotations } from '../markers';
import { thingBinding, thingExport } from '../testing/objects';
import {
  claimsNotServed,
  deletionsPausedCondition,
  noExportCondition,
  notServedCondition,
  notServedState,
  renewalCondition,
} from './bindingConditions';

describe('deletionsPausedCondition', () => {
  const pause = {
    waiting: 12,
    examples: ['team-a/one', 'team-a/two'],
    limit: 5,
    windowMs: 600_000,
  };
  const { metadata } = thingBinding();
  const approvedBy = (value: string) =>
    thingBinding({
      metadata: {
        ...metadata,
        annotations: { [annotations.approveDeletions]: value },
      },
    });
  const messageOf = (...args: Parameters<typeof deletionsPausedCondition>) => {
    const result = deletionsPausedCondition(...args);
    return result && !result.ok ? result.message : undefined;
  };

  it('is undefined while no deletion waits', () => {
    expect(deletionsPausedCondition(thingBinding(), undefined)).toBeUndefined();
  });

  it('reports how many deletions wait, which, and how to approve them', () => {
    expect(messageOf(thingBinding(), pause)).toMatchInlineSnapshot(
      `"Deletions wait for approval, because there were more than 5 within 10 minutes; everything else is synced. 12 wait: team-a/one, team-a/two, …. These are the objects with a deletionTimestamp, and claimed objects that are gone already. To delete that many copies for good: kubectl -n klutch-bind annotate apiservicebinding things.example.com klutch.anynines.com/approve-deletions=12. To keep a copy, annotate its object with klutch.anynines.com/deletion=keep, or create the object again if it is gone."`,
    );
  });

  it('reports an approval that is not a number', () => {
    expect(messageOf(approvedBy('yes'), pause)).toContain(
      '"yes" is not a number',
    );
    expect(messageOf(approvedBy('5'), pause)).not.toContain('not a number');
  });
});

describe('an export', () => {
  const name = 'things.example.com';

  it('an exported API without missing claims is served', () => {
    expect(notServedCondition(name, thingExport())).toBeUndefined();
  });

  it('an API that is not served has a message with the reason and the remedy', () => {
    expect(noExportCondition(name, undefined)).toMatchObject({
      reason: 'APIServiceExportNotFound',
      message: expect.stringContaining('Request the API again'),
    });
    expect(noExportCondition(name, 'spec is missing.')).toMatchObject({
      reason: 'APIServiceExportInvalid',
      message: expect.stringContaining('spec is missing.'),
    });
    expect(
      notServedCondition(name, thingExport({ versions: [] })),
    ).toMatchObject({
      reason: 'APIServiceExportInvalid',
      message: expect.stringContaining(name),
    });
    expect(
      notServedCondition(name, thingExport(), ['secrets', 'parts']),
    ).toMatchObject({
      ok: false,
      reason: 'PermissionClaimNotAccepted',
      message: expect.stringContaining('secrets, parts'),
    });
  });
});

describe('a binding that is not served', () => {
  const why = falseCondition('ControlPlaneChanged', 'It is another one.');
  const served = {
    type: 'PermissionClaimsServed',
    status: 'True' as const,
    lastTransitionTime: '2026-01-01T00:00:00Z',
  };
  const claiming = thingBinding({ status: { conditions: [served] } });

  it('sets the same result for Connected and SchemaInSync', () => {
    expect(notServedState(thingBinding(), why)).toEqual({
      connected: why,
      schemaInSync: why,
      claimsServed: undefined,
    });
  });

  it('sets PermissionClaimsServed to the result only where the binding has claims', () => {
    expect(notServedState(claiming, why).claimsServed).toBe(why);
    expect(claimsNotServed(claiming, why)).toBe(why);
    expect(claimsNotServed(thingBinding(), why)).toBeUndefined();
  });
});

const hour = 3_600_000;

/** @param lifetime - of its token: milliseconds since it was made, and until it ends. */
const renewalFor = (lifetime: { since: number; until: number }) => {
  const seconds = (ms: number) => Math.floor((Date.now() + ms) / 1000);
  const claims = {
    iat: seconds(-lifetime.since),
    exp: seconds(lifetime.until),
  };
  const token = ['{}', JSON.stringify(claims), 'signature']
    .map(part => Buffer.from(part).toString('base64url'))
    .join('.');
  const kubeConfig = loadKubeConfig(`apiVersion: v1
kind: Config
clusters: [{name: c, cluster: {server: 'https://127.0.0.1:6443'}}]
users: [{name: u, user: {token: ${token}}}]
contexts: [{name: x, context: {cluster: c, user: u}}]
current-context: x
`);
  const again: number[] = [];
  const result = renewalCondition(
    { kubeConfig, cluster: 'control plane', unauthorized: undefined },
    thingBinding(),
    {
      requeueAfter: ms => void again.push(ms),
    } as Parameters<typeof renewalCondition>[2],
  );
  return { result, againInHours: again.map(ms => ms / hour) };
};

describe('R36: the token in use', () => {
  it('is checked again when its renewal is overdue', () => {
    const { result, againInHours } = renewalFor({
      since: 0,
      until: 20 * hour,
    });
    expect(result).toBe(false);
    expect(againInHours).toEqual([expect.closeTo(11, 1)]);
  });

  it('is reported once its renewal is overdue', () => {
    const lifetime = { since: 12 * hour, until: 8 * hour };
    expect(renewalFor(lifetime)).toEqual({
      result: { message: expect.stringContaining('expires at') },
      againInHours: [],
    });
  });
});
