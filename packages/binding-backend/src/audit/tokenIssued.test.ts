/** An issued token is audited once, in the same way for each kind of client. */
import type { ApiResource } from '@klutch/bind-api';
import {
  canaries,
  testHandshake,
  type TestHandshake,
} from '../testing/__testUtils__/handshake';
import {
  submitConsent,
  pickup,
  verifier,
} from '../testing/__testUtils__/steps';
import { databases } from '../testing/samples';

const auditEvents = ({ events }: TestHandshake, ...actions: string[]) =>
  events.filter(({ action }) => actions.includes(action));

const interfaces = {
  "in the reference's redirect": async (
    test: TestHandshake,
    apis: ApiResource[],
  ) => {
    await submitConsent(test, apis);
  },
  'to a program that picks it up': async (
    test: TestHandshake,
    apis: ApiResource[],
  ) => {
    const redirect = await submitConsent(test, apis, { pickup });
    expect(auditEvents(test, 'issue-token')).toEqual([]);
    const code = new URL(redirect).searchParams.get('code') ?? '';
    await test.handshake.pickUp(code, verifier);
  },
  'to a machine': async (test: TestHandshake, apis: ApiResource[]) => {
    const token = canaries.access;
    await test.handshake.bindWithToken({ token, clusterId: 'apps1', apis });
  },
};
it.each(Object.entries(interfaces))('%s', async (_name, go) => {
  const test = testHandshake();
  const event = {
    outcome: 'succeeded',
    actor: 'https://id.test/alice',
    cluster: 'apps1',
    namespace: 'cluster-0',
  };
  for (const [action, apis] of [
    ['bind', [databases]],
    ['renew-token', []],
  ] as const) {
    test.events.length = 0;
    await go(test, [...apis]);
    const about = { ...event, apis: apis.map(() => 'databases.example.test') };
    expect(auditEvents(test, 'issue-token')).toEqual([
      { ...about, action: 'issue-token' },
    ]);
    expect(auditEvents(test, 'bind', 'renew-token')).toEqual([
      { ...about, action },
    ]);
  }
});
