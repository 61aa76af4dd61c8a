import { createHash } from 'node:crypto';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { messaging } from '@klutch/crossplane/src/dataServices/messaging';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  acceptedOtherParameters,
  refusedOtherParameters,
} from '@klutch/crossplane/src/testing/parameterCases';
import { availability } from '../../availability';
import { findPlan } from '../../host/offers';
import { connectionOf } from './connection';
import { planDeletions } from './definitions';
import { apiPath } from './ManagementApi';
import { readParameters } from './parameters';
import { Plan, offers } from './plans';
import { versionIn } from './programs';
import { startupErrors } from './serverOutput';
import {
  callsOf,
  environment,
  liveSettings,
  needsRestart,
  renderSettings,
} from './settings';
import { hashPassword, renderFirstDefinitions } from './users';

const planOf = (name: string) =>
  findPlan(offers, `messaging-single-${name}`) as Plan;
const nano = planOf('nano-ssl');
const read = (parameters: Record<string, unknown>, plan = nano) =>
  readParameters(parameters, plan);
const readClaim = (name: string, value: unknown) =>
  read({ [messaging.parameters[name]?.brokerKey ?? name]: value });
const ofMessaging = (cases: typeof acceptedOtherParameters) =>
  cases.flatMap(([type, name, value]): [string, unknown][] =>
    type === 'messaging' ? [[name, value]] : [],
  );
const port = () => 1234;

describe('plans', () => {
  it.each(['nano', 'small', 'big'] as const)(
    '%s has the resources that the portal shows, with TLS and without',
    size => {
      const mebibytes = (bytes: number) =>
        bytes < 1024 ** 3 ? `${bytes / 1024 ** 2}Mi` : `${bytes / 1024 ** 3}Gi`;
      for (const tls of [true, false]) {
        const plan = planOf(tls ? `${size}-ssl` : size);
        expect(plan.tls).toBe(tls);
        expect({
          connections: plan.connections,
          memory: mebibytes(plan.memoryBytes),
          storage: mebibytes(plan.storageBytes),
        }).toEqual(messaging.planFacts[size]);
      }
    },
  );

  it('are available as single servers of the series 3.10', () => {
    expect(availability('a9s-messaging310', nano.name)).toEqual({
      available: true,
    });
    expect(
      availability('a9s-messaging310', 'messaging-cluster-small'),
    ).toMatchObject({ reason: expect.stringMatching(/one server/) });
    for (const service of ['312', '313', '4']) {
      expect(availability(`a9s-messaging${service}`, nano.name)).toMatchObject({
        reason: expect.stringMatching(
          /runs RabbitMQ 3\.10\. Choose the service a9s-messaging310/,
        ),
      });
    }
  });
});

describe('parameters', () => {
  it.each(ofMessaging(acceptedOtherParameters))(
    'are accepted as by the schema of the claim: %s %p',
    (name, value) => expect(() => readClaim(name, value)).not.toThrow(),
  );

  it.each(ofMessaging(refusedOtherParameters))(
    'are refused as by the schema of the claim: %s %p',
    (name, value) =>
      expect(() => readClaim(name, value)).toThrow(
        messaging.parameters[name]?.brokerKey,
      ),
  );

  it('are all known', () => {
    for (const { brokerKey = '' } of Object.values(messaging.parameters)) {
      expect(() => read({ [brokerKey]: {} })).toThrow(/must be/);
    }
  });

  it.each<[Record<string, unknown>, RegExp]>([
    [{ consumer_timeout: '1800000' }, /consumer_timeout must be a whole/],
    [{ 'tls-protocols': ['tlsv1.1'] }, /tls-protocols must be a list of/],
    [
      { 'tls-ciphers': ['A\nlisteners.tcp.1 = 0.0.0.0:1'] },
      /tls-ciphers holds .*does not know/,
    ],
    [
      { 'tls-ciphers': ['ECDHE-RSA-AES128-GCM-SHA256'] },
      /tls-ciphers holds no cipher that clients can use: .*ECDSA/,
    ],
    [
      {
        'tls-protocols': ['tlsv1.2', 'tlsv1.3'],
        'tls-ciphers': ['ECDHE-ECDSA-AES128-GCM-SHA256'],
      },
      /no cipher that clients can use with tlsv1\.3\. Add one of TLS_AES/,
    ],
    [{ toString: 1 }, /toString is unknown/],
  ])('refuses %p with a message', (parameters, message) => {
    expect(() => read(parameters)).toThrow(message);
  });

  it('names every wrong parameter at once, and does not retry', () => {
    const order = () => read({ consumer_timeout: 1, colour: 'blue' });
    expect(order).toThrow(/consumer_timeout must.*parameter colour is unknown/);
    expect(order).toThrow(expect.objectContaining({ retry: false }));
  });

  it('of TLS need a plan with TLS', () => {
    expect(() =>
      read({ 'tls-protocols': ['tlsv1.3'] }, planOf('nano')),
    ).toThrow(/tls-protocols needs a plan with TLS/);
  });
});

describe('configuration', () => {
  const configOf = (parameters = {}, plan = nano) => ({
    plan,
    parameters: read(parameters, plan),
  });
  const settingsOf = (parameters = {}, plan = nano, readOnly = false) =>
    renderSettings(configOf(parameters, plan), { readOnly, port }).split('\n');

  it('listens on this machine alone, with TLS or without', () => {
    expect(settingsOf()).toEqual(
      expect.arrayContaining([
        'listeners.tcp = none',
        'listeners.ssl.1 = 127.0.0.1:1234',
        'management.ssl.ip = 127.0.0.1',
        'ssl_options.versions.1 = tlsv1.2',
        'ssl_options.versions.2 = tlsv1.3',
        'vm_memory_high_watermark.absolute = 134217728',
        'consumer_timeout = 1800000',
      ]),
    );
    const withoutTls = settingsOf({}, planOf('nano'));
    expect(withoutTls).toContain('listeners.tcp.1 = 127.0.0.1:1234');
    expect(withoutTls).toContain('management.tcp.ip = 127.0.0.1');
    expect(withoutTls.join()).not.toContain('ssl');
  });

  it('has the TLS versions for which there are ciphers', () => {
    const lines = settingsOf({
      'tls-ciphers': ['TLS_AES_256_GCM_SHA384', 'DHE-RSA-AES256-GCM-SHA384'],
    }).filter(line => /^management\.ssl\.(versions|ciphers)/.test(line));
    expect(lines).toEqual([
      'management.ssl.versions.1 = tlsv1.3',
      'management.ssl.ciphers.1 = TLS_AES_256_GCM_SHA384',
      'management.ssl.ciphers.2 = DHE-RSA-AES256-GCM-SHA384',
    ]);
  });

  it('needs a restart for TLS alone', () => {
    const before = configOf();
    const small = configOf(
      { consumer_timeout: 2_000_000 },
      planOf('small-ssl'),
    );
    expect(needsRestart(before, small)).toBe(false);
    expect(needsRestart(before, configOf({ 'tls-protocols': [] }))).toBe(false);
    expect(
      needsRestart(before, configOf({ 'tls-protocols': ['tlsv1.3'] })),
    ).toBe(true);
  });

  it('makes publishers wait when the storage is used up', () => {
    const { freeDiskBytes } = liveSettings(configOf(), true);
    expect(freeDiskBytes).toBeGreaterThan(1e15);
    expect(settingsOf({}, nano, true)).toContain(
      `disk_free_limit.absolute = ${freeDiskBytes}`,
    );
    const calls = callsOf(liveSettings(configOf(), false));
    expect(calls.map(({ call }) => /\[.*/.exec(call)?.[0])).toEqual([
      '[{absolute, 134217728}]',
      '[50000000]',
      '[rabbit, consumer_timeout, 1800000]',
    ]);
  });

  it('uses no file of an installed RabbitMQ', () => {
    const paths = Object.entries(environment({ dataDir: '/d', port })).filter(
      ([name]) => /^RABBITMQ_.*(FILES?|DIR|BASE)$/.test(name),
    );
    expect(paths.length).toBeGreaterThan(7);
    for (const [, path] of paths) expect(path).toMatch(/^\/d/);
  });
});

describe('users', () => {
  it('are described by hashes of their passwords', () => {
    const hash = Buffer.from(hashPassword('me', 'hunter2'), 'base64');
    const salt = hash.subarray(0, 4);
    expect(hash.subarray(4)).toEqual(
      createHash('sha256').update(salt).update('hunter2').digest(),
    );
    expect(renderFirstDefinitions('hunter2')).not.toContain('hunter2');
  });

  it('of plans without TLS get credentials without TLS', () => {
    const { secret, addresses } = connectionOf({
      amqpPort: 1,
      managementPort: 2,
      username: 'u',
      password: 'p',
    });
    expect(secret).toMatchObject({
      http_api_uris: '[http://u:p@127.0.0.1:2/api]',
      'protocols.amqp.uri': 'amqp://u:p@127.0.0.1:1',
      'protocols.management.ssl': 'false',
    });
    expect(Object.keys(secret).join()).not.toMatch(/cacrt|amqp_ssl/);
    expect(addresses.map(({ label }) => label)).toContain('AMQP');
  });
});

describe('restores', () => {
  const queue = (name: string, durable = true) => ({ name, durable });
  const binding = (destination: string, routing_key: string) => ({
    source: 'events',
    destination,
    destination_type: 'queue',
    routing_key,
    arguments: {},
  });

  it('delete what the backup does not have, and nothing else', () => {
    const present = {
      queues: [queue('same'), queue('changed'), queue('new')],
      exchanges: [queue('events')],
      policies: [queue('limits')],
      bindings: [
        binding('same', 'a'),
        binding('same', 'b'),
        binding('new', 'c'),
      ],
    };
    const listed = [
      ...present.bindings.map(item => ({ ...item, properties_key: 'k' })),
      { ...binding('exclusive', 'd'), properties_key: 'k' },
    ];
    const wanted = {
      queues: [queue('same'), queue('changed', false), queue('deleted')],
      exchanges: [queue('events')],
      policies: [],
      bindings: [binding('same', 'a')],
    };
    expect(planDeletions(present, listed, wanted)).toEqual({
      queues: ['changed', 'new'],
      exchanges: [],
      policies: ['limits'],
      bindings: [{ ...binding('same', 'b'), properties_key: 'k' }],
    });
  });

  it('encode names in paths', () => {
    expect(apiPath('queues', '/', 'a/b?c')).toBe('/api/queues/%2F/a%2Fb%3Fc');
  });
});

describe('output of programs', () => {
  it.each([
    [
      `{"init terminating in do_boot",{error,{rabbitmq_management,{{could_not_start_listener,[{port,34990}]`,
      'another program of this machine uses one of its ports',
    ],
    [
      `===========\nError during startup: {error,failed_to_prepare_configuration}\n`,
      '{error,failed_to_prepare_configuration}',
    ],
    [
      'Kernel pid terminated (application_controller) ({application_start_failure,rabbitmq_prelaunch})',
      '{application_start_failure,rabbitmq_prelaunch}',
    ],
    ['init terminating in do_boot ({error,{rabbit,x}})', '{error,{rabbit,x}}'],
    ['', ''],
  ])('explains a start that failed: %j', (log, reason) =>
    expect(startupErrors(log)).toBe(reason),
  );

  it.each([
    ['/x/rabbitmq/lib/rabbitmq_server-3.10.8/sbin/rabbitmq-server', '3.10.8'],
    ['/opt/homebrew/Cellar/rabbitmq/4.1.2/sbin/rabbitmq-server', '4.1.2'],
    ['/usr/bin/rabbitmq-server', 'unknown'],
  ])('reads the version of %s', (path, version) =>
    expect(versionIn(path)).toBe(version),
  );
});
