import { apiErrorFromStatus } from './client/status';
import {
  ConnectionError,
  isAlreadyExists,
  isConflict,
  isConflictOrAlreadyExists,
  isExpired,
  isForbidden,
  isInvalid,
  isNotFound,
  isUnauthorized,
} from './errors';

describe('predicates on errors', () => {
  const questions = {
    isNotFound,
    isConflict,
    isAlreadyExists,
    isConflictOrAlreadyExists,
    isForbidden,
    isUnauthorized,
    isInvalid,
    isExpired,
  };
  it.each([
    [404, 'NotFound', ['isNotFound']],
    [409, 'Conflict', ['isConflict', 'isConflictOrAlreadyExists']],
    [409, 'AlreadyExists', ['isAlreadyExists', 'isConflictOrAlreadyExists']],
    [403, 'Forbidden', ['isForbidden']],
    [401, 'Unauthorized', ['isUnauthorized']],
    [422, 'Invalid', ['isInvalid']],
    [410, 'Expired', ['isExpired']],
    [500, 'InternalError', []],
  ])('%d %s: %j', (code, reason, expected) => {
    const error = apiErrorFromStatus(code, {
      apiVersion: 'v1',
      kind: 'Status',
      reason,
      code,
    });
    const yes = Object.entries(questions)
      .filter(([, question]) => question(error))
      .map(([name]) => name);
    expect(yes).toEqual(expected);
  });

  it('are false for errors that are no response of a server', () => {
    const error = new ConnectionError('m', {
      failure: 'unreachable',
      server: 's',
    });
    for (const question of Object.values(questions)) {
      expect(question(error)).toBe(false);
      expect(question(undefined)).toBe(false);
    }
  });
});
