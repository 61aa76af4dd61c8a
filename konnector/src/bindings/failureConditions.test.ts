import { loadKubeConfig } from '@klutch/kube';
import { thingBinding } from '../testing/objects';
import { renewalCondition } from './failureConditions';

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
