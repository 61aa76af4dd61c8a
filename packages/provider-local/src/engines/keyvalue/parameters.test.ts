// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { keyvalue } from '@klutch/crossplane/src/dataServices/keyvalue';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import {
  acceptedOtherParameters,
  refusedOtherParameters,
} from '@klutch/crossplane/src/testing/parameterCases';
import { availability, limitsOf, sizeLimitsOf } from '../../availability';
import { findPlan } from '../../host/offers';
import { readParameters } from './parameters';
import { Plan, offers } from './plans';
import { fixedSettings, liveSettings, renderSettings } from './settings';

const nano = findPlan(offers, 'keyvalue-single-nano-ssl') as Plan;
const read = (parameters: Record<string, unknown>) =>
  readParameters(parameters, nano);
const big = findPlan(offers, 'keyvalue-single-big-ssl') as Plan;
const readClaim = (name: string, value: unknown) =>
  readParameters(
    { [keyvalue.parameters[name]?.brokerKey ?? name]: value },
    big,
  );
const ofKeyvalue = (cases: typeof acceptedOtherParameters) =>
  cases.flatMap(([type, name, value]): [string, unknown][] =>
    type === 'keyvalue' ? [[name, value]] : [],
  );

describe('plans', () => {
  it.each(['nano', 'small', 'medium', 'big'] as const)(
    '%s has the resources and defaults that the portal shows',
    size => {
      const plan = findPlan(offers, `keyvalue-single-${size}-ssl`) as Plan;
      const { defaults = {}, ...resources } = keyvalue.planFacts[size] ?? {};
      const mebibytes = (bytes = 0) =>
        bytes < 1024 ** 3 ? `${bytes / 1024 ** 2}Mi` : `${bytes / 1024 ** 3}Gi`;
      expect({
        connections: plan.maximums.maxclients,
        memory: mebibytes(plan.memoryBytes),
        storage: mebibytes(plan.storageBytes),
      }).toEqual(resources);
      const parameters = readParameters(
        Object.fromEntries(
          Object.entries(defaults).map(([name, value]) => [
            keyvalue.parameters[name]?.brokerKey ?? name,
            value,
          ]),
        ),
        plan,
      );
      expect(liveSettings({ plan, parameters })).toEqual(
        liveSettings({ plan, parameters: {} }),
      );
    },
  );

  it('are available without replicas', () => {
    const service = 'a9s-keyvalue8';
    expect(availability(service, nano.name)).toEqual({ available: true });
    expect(availability(service, 'keyvalue-replica-small-ssl')).toMatchObject({
      reason: expect.stringMatching(/one server per instance/),
    });
    expect(limitsOf(nano.name)).toEqual({ maxclients: 50 });
    expect(sizeLimitsOf(nano.name)).toEqual({ maxmemory: 32 * 1024 ** 2 });
  });
});

describe('parameters', () => {
  it.each(ofKeyvalue(acceptedOtherParameters))(
    'are accepted as by the schema of the claim: %s %p',
    (name, value) => expect(() => readClaim(name, value)).not.toThrow(),
  );

  it.each(ofKeyvalue(refusedOtherParameters))(
    'are refused as by the schema of the claim: %s %p',
    (name, value) =>
      expect(() => readClaim(name, value)).toThrow(
        keyvalue.parameters[name]?.brokerKey,
      ),
  );

  it('are all known, those of replicas with their reason', () => {
    for (const { brokerKey = '', topology } of Object.values(
      keyvalue.parameters,
    )) {
      expect(() => read({ [brokerKey]: {} })).toThrow(
        topology === 'replica' ? /needs a plan with replicas/ : /must be/,
      );
    }
  });

  it.each<[string, unknown, Record<string, string>]>([
    ['snapshot', '[]', { save: '' }],
    ['snapshot', '["save 900 1","save 60 10000"]', { save: '900 1 60 10000' }],
    ['maxmemory', 'dynamic', {}],
    ['maxmemory', '0', {}],
    ['maxmemory', '2k', { maxmemory: '2000' }],
    ['maxmemory', '32mb', { maxmemory: '33554432' }],
    ['maxclients', 0, {}],
    ['maxclients', 50, { maxclients: '50' }],
    ['lua-time-limit', 0, { 'lua-time-limit': '0' }],
  ])('%s %p becomes a setting', (key, value, settings) => {
    expect(read({ [key]: value })).toEqual(settings);
  });

  it.each<[string, unknown, RegExp]>([
    ['maxmemory', '33mb', /maxmemory is 33mb, but the plan .* has 32mb/],
    ['maxmemory', '99999999999999999999gb', /has 32mb of memory/],
    ['maxclients', 51, /allows at most 50 connections/],
    ['maxmemory-samples', 0, /from 1 to 64/],
    ['tls-ciphers', 'A"\nrequirepass x', /list of ciphers/],
    ['tls-ciphersuites', 3, /list of ciphers/],
    ['notify-keyspace-events', 'KEA"\nport 1', /letters out of/],
    ['snapshot', '["save 900 1"]\n', /must be \[\] or a list/],
    ['maxmemory', '1mb\n', /must be dynamic/],
    ['dir', '/tmp', /dir is unknown/],
    ['toString', 1, /toString is unknown/],
  ])('refuses %s %p with a message', (key, value, message) => {
    expect(() => read({ [key]: value })).toThrow(message);
  });

  it('names every wrong parameter at once, and does not retry', () => {
    const order = () => read({ maxclients: 999, colour: 'blue' });
    expect(order).toThrow(/maxclients is 999.*The parameter colour is unknown/);
    expect(order).toThrow(expect.objectContaining({ retry: false }));
  });
});

describe('configuration', () => {
  it('has a value for every parameter, so that removed ones return to the default', () => {
    const names = Object.keys(liveSettings({ plan: nano, parameters: {} }));
    const ofSingle = Object.values(keyvalue.parameters).flatMap(
      ({ brokerKey = '', topology }) => (topology ? [] : [brokerKey]),
    );
    const settingOf = (key: string) => (key === 'snapshot' ? 'save' : key);
    expect(names).toEqual(expect.arrayContaining(ofSingle.map(settingOf)));
  });

  it('adds the connection of the provider to those of the plan', () => {
    const parameters = read({ maxclients: 7 });
    expect(liveSettings({ plan: nano, parameters })).toMatchObject({
      maxclients: '8',
      maxmemory: '33554432',
    });
  });

  it('quotes values', () => {
    const settings = { dir: '/a "b"\\c\nd', save: '900 1', 'tls-ciphers': '' };
    expect(renderSettings(settings).split('\n').slice(1)).toEqual([
      String.raw`dir "/a \"b\"\\c\nd"`,
      'save 900 1',
      'tls-ciphers ""',
      '',
    ]);
    expect(renderSettings({ save: '' })).toMatch(/^save ""$/m);
  });

  it('shows the title in process lists, without variables of the server', () => {
    expect(
      fixedSettings({ port: 1, title: 'ord{port}é', dataDir: '/d' }),
    ).toMatchObject({
      port: '0',
      'tls-port': '1',
      'proc-title-template': '{title} {listen-addr} ord?port??',
    });
  });
});
