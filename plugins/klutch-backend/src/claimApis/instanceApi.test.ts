import { instanceApiOf } from './instanceApi';
import { unknownService, type ServiceInfo } from './serviceInfo';

const api = (
  plural: string,
  change: Partial<ServiceInfo> = {},
): ServiceInfo => ({
  ...unknownService({ group: 'g.io', version: 'v1', plural, kind: plural }),
  ...change,
});

const bindings = api('servicebindings');
const cacheBindings = api('cachebindings', { type: 'binding' });
const relatedApis = { binding: 'servicebindings.g.io' };
const sql = api('sqls', { serviceType: 'sql', relatedApis });
const mongo = api('mongos', { serviceType: 'mongo', relatedApis });
const cache = api('caches', {
  serviceType: 'cache',
  relatedApis: { binding: 'cachebindings.g.io' },
});
const silent = api('silents', { serviceType: 'silent' });
const services = [bindings, cacheBindings, silent, sql, mongo, cache];

describe('R19: the service that a claim belongs to', () => {
  it.each([
    [
      'of several that share an API, the one of its type',
      bindings,
      'mongo',
      mongo,
    ],
    ['the only one with that API', cacheBindings, undefined, cache],
    ['none of several when it names no type', bindings, undefined, undefined],
    ['none that does not name the API', bindings, 'silent', undefined],
    ['none that names another API', bindings, 'cache', undefined],
    ['none for an instance', sql, 'sql', undefined],
  ])('is %s', (_, info, serviceInstanceType, expected) => {
    const spec = serviceInstanceType ? { serviceInstanceType } : {};
    expect(instanceApiOf(info, spec, services)).toBe(expected);
  });
});
