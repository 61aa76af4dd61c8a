import { ApiError, ConnectionError } from '@klutch/kube';
import { errorFinding, errorRemedy } from './errorFinding';

const apiError = (code: number, reason: string) =>
  new ApiError({ code, reason, message: 'It failed.' });
const unreachable = new ConnectionError('No answer.', {
  failure: 'unreachable',
  server: 'https://apps.test',
});

it.each([
  [apiError(401, 'Unauthorized'), /Sign in again/],
  [apiError(403, 'Forbidden'), /right granted.*--context/],
  [apiError(404, 'NotFound'), /--context.*doctor/],
  [apiError(409, 'Conflict'), /Run the command again/],
  [apiError(422, 'Invalid'), /Correct what the message names/],
  [apiError(429, 'TooManyRequests'), /Run the command again/],
  [apiError(503, 'ServiceUnavailable'), /Run the command again/],
  [unreachable, /Check the address/],
])('says what to do after %s', (error, remedy) => {
  expect(errorRemedy(error)).toMatch(remedy);
});

it('adds nothing to the messages of this program', () => {
  expect(errorRemedy(new Error('Add --yes.'))).toBeUndefined();
});

it('is a warning when a right is missing, else a failure', () => {
  const statusOf = (error: Error) =>
    errorFinding('CRDs', 'app cluster', error).status;
  expect(statusOf(apiError(403, 'Forbidden'))).toBe('Warning');
  expect(statusOf(apiError(401, 'Unauthorized'))).toBe('Failed');
  expect(statusOf(new Error('Anything.'))).toBe('Failed');
});
