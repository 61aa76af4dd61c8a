import { ApiError, ConnectionError } from './errors';
import { boundedReason } from './boundedReason';

const api = (code: number, reason: string) =>
  new ApiError({ code, reason, message: 'secret-word' });

class OwnError extends Error {}

it.each<[string, unknown]>([
  ['NotFound', api(404, 'NotFound')],
  ['ServiceUnavailable', api(503, 'ServiceUnavailable')],
  ['HTTP 503', api(503, 'Unknown')],
  ['HTTP 500', api(500, 'secret-word')],
  ['HTTP 4xx', api(418, 'secret-word')],
  ['HTTP 5xx', api(599, 'secret-word')],
  ['HTTP other', api(-7, 'secret-word')],
  ['HTTP other', api(Infinity, 'secret-word')],
  ['timeout', new ConnectionError('m', { failure: 'timeout', server: 's' })],
  ['OwnError', Object.assign(new OwnError('m'), { name: 'secret-word' })],
  ['string', 'secret-word'],
  ['undefined', undefined],
])('is %s', (reason, error) => {
  expect(boundedReason(error)).toBe(reason);
});
