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
  [apiError(404, 'NotFound'), /^Check --context and --namespace\.$/],
  [apiError(409, 'Conflict'), /Run the command again/],
  [apiError(422, 'Invalid'), /Correct what the message names/],
  [apiError(429, 'TooManyRequests'), /Run the command again/],
  [apiError(503, 'ServiceUnavailable'), /Run the command again/],
])('says what to do after %s', (error, remedy) => {
  expect(errorRemedy(error)).toMatch(remedy);
});

it('adds nothing to messages that say what to do', () => {
  expect(errorRemedy(new Error('Add --yes.'))).toBeUndefined();
  expect(errorRemedy(unreachable)).toBeUndefined();
  expect(errorRemedy(apiError(404, 'Unknown'))).toBeUndefined();
  expect(errorFinding('CRDs', 'app cluster', unreachable)).toEqual({
    check: 'CRDs',
    status: 'Failed',
    message: 'app cluster: No answer.',
  });
});

it('is a warning when a right is missing, else a failure', () => {
  const statusOf = (error: Error) =>
    errorFinding('CRDs', 'app cluster', error).status;
  expect(statusOf(apiError(403, 'Forbidden'))).toBe('Warning');
  expect(statusOf(apiError(401, 'Unauthorized'))).toBe('Failed');
  expect(statusOf(new Error('Anything.'))).toBe('Failed');
});
