// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { logme2 as claims } from '@klutch/crossplane/src/dataServices/logme2';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  acceptedOtherParameters,
  refusedOtherParameters,
} from '@klutch/crossplane/src/testing/parameterCases';
import { availability } from '../../availability';
import { AdminClient } from '../search/server/AdminClient';
import { Parameters, readLogParameters } from './parameters';
import { offers } from './plans';
import { Retention, expiredIndices } from './retention';
import { renderReceiver } from './rsyslog';

const plan = offers[0]!.plans[0]!;
const read = (parameters: Record<string, unknown>): Parameters =>
  readLogParameters(parameters, plan);
const readClaim = (name: string, value: unknown) =>
  read({ [claims.parameters[name]?.brokerKey ?? name]: value });
const ofLogme2 = (cases: typeof acceptedOtherParameters) =>
  cases.flatMap(([type, name, value]): [string, unknown][] =>
    type === 'logme2' ? [[name, value]] : [],
  );

describe('plans', () => {
  it('have the resources that the portal shows', () => {
    expect(claims.planFacts.small).toEqual({
      memory: `${plan.maximums.java_heapspace * 2}Mi`,
      storage: `${plan.storageBytes / 1024 ** 2}Mi`,
    });
    expect(availability('a9s-logme2', plan.name)).toEqual({ available: true });
    expect(availability('a9s-logme2', 'logme-cluster-small-ssl')).toMatchObject(
      { reason: expect.stringMatching(/one server per/) },
    );
  });
});

describe('parameters', () => {
  it.each(ofLogme2(acceptedOtherParameters))(
    'are accepted as by the schema of the claim: %s %p',
    (name, value) => expect(() => readClaim(name, value)).not.toThrow(),
  );

  it.each(ofLogme2(refusedOtherParameters))(
    'are refused as by the schema of the claim: %s %p',
    (name, value) =>
      expect(() => readClaim(name, value)).toThrow(
        claims.parameters[name]?.brokerKey,
      ),
  );

  it('are all known', () => {
    for (const { brokerKey = '' } of Object.values(claims.parameters)) {
      expect(() => read({ [brokerKey]: {} })).toThrow(/must be/);
    }
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ java_heapspace: 385 }, /java_heapspace is 385, but .* 384 MB/],
    [{ 'opensearch-tls-protocols': ['x'] }, /opensearch-tls-protocols must be/],
    [
      { 'opensearch-tls-ciphers': ['TLS_NULL'] },
      /opensearch-tls-ciphers has no cipher/,
    ],
    [{ 'fluentd-udp': 514 }, /fluentd-udp must be a port from 1024/],
    [{ 'fluentd-tcp': 5140, 'fluentd-tls': 5140 }, /must be different ports/],
    [{ 'fluentd-tls-ciphers': 'HIGH"\n' }, /fluentd-tls-ciphers must be/],
    [{ 'fluentd-tls-ciphers': 'NOTHING' }, /fluentd-tls-ciphers must be/],
    [
      { 'fluentd-tls-version': 'TLS1_2', 'fluentd-tls-min-version': 'TLS1_2' },
      /fluentd-tls-version names the only version/,
    ],
    [
      { 'fluentd-tls-max-version': 'TLSv1_1' },
      /fluentd-tls-max-version is below the lowest version, TLSv1\.2/,
    ],
    [{ ism_deletion_after: '1w' }, /ism_deletion_after must be a time/],
    [{ ism_jitter: 2 }, /ism_jitter must be a number from 0 to 1/],
    [{ groks: [{ pattern: '' }] }, /groks must be a list/],
  ])('%p are refused', (parameters, message) => {
    expect(() => read(parameters)).toThrow(message);
  });

  it('have defaults', () => {
    expect(read({}).logs).toEqual({
      ports: {},
      minVersion: 'TLSv1.2',
      maxVersion: 'TLSv1.3',
      groks: [],
      intervalMs: 300_000,
      jitter: 0,
    });
    expect(read({ ism_deletion_after: '30d' }).logs.deletionAfterMs).toBe(
      30 * 86_400_000,
    );
  });
});

describe('the configuration of the receiver', () => {
  const file = { certificate: '/c', privateKey: '/k', authority: '/a' };
  const render = (parameters: Record<string, unknown>, folder = '/f') => {
    const { logs } = read(parameters);
    return renderReceiver({
      ports: { ...logs.ports, tls: logs.ports.tls ?? 1 },
      tls: { ...logs, ...file },
      target: { ...file, port: 2 },
      folder,
    });
  };

  it('opens ports without TLS only when they are chosen', () => {
    expect(render({})).toContain(
      'input(type="imtcp" address="127.0.0.1" port="1")',
    );
    expect(render({})).not.toMatch(/imudp|imptcp/);
    const chosen = render({ 'fluentd-udp': 5140, 'fluentd-tcp': 5141 });
    expect(chosen).toContain(
      'input(type="imudp" address="127.0.0.1" port="5140")',
    );
    expect(chosen).toContain(
      'input(type="imptcp" address="127.0.0.1" port="5141")',
    );
  });

  it.each<[Record<string, unknown>, string]>([
    [{}, 'MinProtocol=TLSv1.2\\nMaxProtocol=TLSv1.3'],
    [
      { 'fluentd-tls-version': 'TLS1_3' },
      'MinProtocol=TLSv1.3\\nMaxProtocol=TLSv1.3',
    ],
    [
      { 'fluentd-tls-min-version': 'TLSv1_1' },
      'MinProtocol=TLSv1.1\\nMaxProtocol=TLSv1.3\\nCipherString=DEFAULT@SECLEVEL=0',
    ],
    [
      {
        'fluentd-tls-ciphers':
          'ECDHE-ECDSA-AES128-GCM-SHA256:TLS_AES_128_GCM_SHA256',
      },
      'MinProtocol=TLSv1.2\\nMaxProtocol=TLSv1.3\\nCipherString=ECDHE-ECDSA-AES128-GCM-SHA256\\nCiphersuites=TLS_AES_128_GCM_SHA256',
    ],
  ])('has the TLS of %p', (parameters, expected) => {
    expect(render(parameters)).toContain(`gnutlsPriorityString="${expected}"`);
  });

  it('escapes paths', () => {
    expect(render({}, '/a"b\\c')).toContain('workDirectory="/a\\"b\\\\c"');
  });
});

describe('the deletion of old logs', () => {
  it('concerns indices of days that have ended before', () => {
    const names = ['logs-2026-01-01', 'logs-2026-01-02', 'logs-x', 'mine'];
    expect(expiredIndices(names, Date.parse('2026-01-02T12:00:00Z'))).toEqual([
      'logs-2026-01-01',
    ]);
  });

  it('runs once in an interval, and never without an age', async () => {
    const json = jest.fn(async () => []);
    const call = jest.fn(async () => ({ status: 200, text: '' }));
    const settings: ConstructorParameters<typeof Retention>[1] = jest
      .fn()
      .mockReturnValueOnce({ intervalMs: 1000, jitter: 0 })
      .mockReturnValue({ intervalMs: 1000, jitter: 0, deletionAfterMs: 5 });
    const admin = { json, call } as unknown as AdminClient;
    const retention = new Retention(admin, settings);
    await retention.runIfDue(10_000);
    expect(json).not.toHaveBeenCalled();
    for (const now of [10_000, 10_999, 11_000]) await retention.runIfDue(now);
    expect(json).toHaveBeenCalledTimes(2);
    expect(call).toHaveBeenLastCalledWith(
      'POST',
      expect.stringContaining('_delete_by_query'),
      {
        body: {
          query: { range: { received_at: { lt: '1970-01-01T00:00:10.995Z' } } },
        },
      },
    );
  });
});
