import { apiErrorFromStatus } from './client/status';
import { retryOnConflict } from './retryOnConflict';

const error = (code: number, reason: string) =>
  apiErrorFromStatus(code, {
    apiVersion: 'v1',
    kind: 'Status',
    reason,
    code,
  });
const conflict = error(409, 'Conflict');

describe('retryOnConflict', () => {
  it.each([
    ['changed', conflict],
    ['created', error(409, 'AlreadyExists')],
  ])('runs again when the object was %s concurrently', async (_, refusal) => {
    const attempt = jest.fn(async () => 'written');
    attempt.mockRejectedValueOnce(refusal).mockRejectedValueOnce(refusal);
    expect(await retryOnConflict(attempt)).toBe('written');
    expect(attempt).toHaveBeenCalledTimes(3);
  });

  it('throws the conflict after 5 attempts', async () => {
    const attempt = jest.fn().mockRejectedValue(conflict);
    await expect(retryOnConflict(attempt)).rejects.toBe(conflict);
    expect(attempt).toHaveBeenCalledTimes(5);
  });

  it('throws any other error at once', async () => {
    const forbidden = error(403, 'Forbidden');
    const attempt = jest.fn().mockRejectedValue(forbidden);
    await expect(retryOnConflict(attempt)).rejects.toBe(forbidden);
    expect(attempt).toHaveBeenCalledTimes(1);
  });
});
