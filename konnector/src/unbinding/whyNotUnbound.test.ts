import { ApiError, ConnectionError } from '@klutch/kube';
import { NotServedError, ReleaseError, whyNotUnbound } from './whyNotUnbound';

const answer = (code: number, reason = 'x') =>
  new ApiError({ code, reason, message: `answer ${code}` });

const whyOf = (error: unknown) => whyNotUnbound(error)?.why;

describe('whyNotUnbound', () => {
  it.each([
    ['a missing right', answer(403)],
    ['the same for one object', new ReleaseError('a/b', answer(403))],
  ])('asks for the role after %s', (_what, error) => {
    expect(whyOf(error)).toMatchObject({
      reason: 'UnbindForbidden',
      message: expect.stringMatching(/answer 403.*ClusterRole/),
    });
  });

  it.each([400, 422, 500])(
    'names the object, and the words of a refusal with %i',
    code => {
      expect(whyOf(new ReleaseError('a/b', answer(code)))).toMatchObject({
        reason: 'UnbindFailed',
        message: expect.stringContaining(`a/b: answer ${code}`),
      });
    },
  );

  it.each([
    [
      'no answer',
      new ConnectionError('too slow', { failure: 'timeout', server: 's' }),
      'too slow',
    ],
    ['a CRD that serves nothing', new NotServedError('c.d'), 'served: true'],
  ])('says what it waits for after %s', (_what, error, words) => {
    expect(whyOf(error)).toMatchObject({
      reason: 'UnbindFailed',
      message: expect.stringContaining(words),
    });
  });

  it('says nothing when somebody else was faster', () => {
    expect(whyNotUnbound(answer(409, 'Conflict'))).toBeUndefined();
  });
});
