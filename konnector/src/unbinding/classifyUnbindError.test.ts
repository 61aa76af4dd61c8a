import { ApiError, ConnectionError } from '@klutch/kube';
import {
  isObjectSpecific,
  NotServedError,
  FinalizerRemovalError,
  classifyUnbindError,
} from './classifyUnbindError';

const answer = (code: number, reason = 'x') =>
  new ApiError({ code, reason, message: `answer ${code}` });

const one = (object: string, cause: unknown) => ({ object, cause });
const only = (cause: unknown) => new FinalizerRemovalError([one('a/b', cause)]);

const classificationOf = (error: unknown) => classifyUnbindError(error)?.why;

describe('classifyUnbindError', () => {
  it.each([
    ['a missing right', answer(403)],
    ['a missing right for one object', only(answer(403))],
  ])('asks for the role after %s', (_what, error) => {
    expect(classificationOf(error)).toMatchObject({
      reason: 'UnbindForbidden',
      message: expect.stringMatching(/answer 403.*ClusterRole/),
    });
  });

  it.each([400, 422, 500])(
    'names the object and the message of a rejection with %i',
    code => {
      expect(classificationOf(only(answer(code)))).toMatchObject({
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
  ])('gives the reason after %s', (_what, error, message) => {
    expect(classificationOf(error)).toMatchObject({
      reason: 'UnbindFailed',
      message: expect.stringContaining(message),
    });
  });

  it('names all rejected objects, and no transient errors', () => {
    const error = new FinalizerRemovalError([
      one('a/c', answer(500)),
      one('a/d', answer(409, 'Conflict')),
      one('a/b', answer(422)),
    ]);
    expect(classificationOf(error)).toMatchObject({
      reason: 'UnbindFailed',
      message: expect.stringMatching(
        /: a\/b: answer 422 \(2 in all: a\/b, a\/c\)$/,
      ),
    });
  });

  it('names no more than 50, and gives their number', () => {
    const many = Array.from({ length: 60 }, (_, index) =>
      one(`a/${index + 10}`, answer(422)),
    );
    expect(classificationOf(new FinalizerRemovalError(many))).toMatchObject({
      message: expect.stringMatching(/60 in all: a\/10, .*, a\/59, …\)$/),
    });
  });

  it.each([
    'admission webhook "x" denied the request: no',
    "ValidatingAdmissionPolicy 'x' with binding 'y' denied request: no",
  ])('distinguishes a denial from a missing right: %s', message => {
    const denied = new ApiError({ code: 403, reason: 'Forbidden', message });
    expect(classificationOf(only(denied))).toMatchObject({
      reason: 'UnbindFailed',
      message: expect.stringContaining(`a/b: ${message}`),
    });
    expect(isObjectSpecific(denied)).toBe(true);
    expect(isObjectSpecific(answer(403, 'Forbidden'))).toBe(false);
    expect(isObjectSpecific(answer(429))).toBe(false);
    expect(isObjectSpecific(answer(500))).toBe(true);
  });

  it('is undefined after a conflict', () => {
    const conflict = answer(409, 'Conflict');
    expect(classifyUnbindError(conflict)).toBeUndefined();
    expect(classifyUnbindError(only(conflict))).toBeUndefined();
  });
});
