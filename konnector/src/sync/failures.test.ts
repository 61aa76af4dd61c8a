import { ApiError, InexactNumberError } from '@klutch/kube';
import {
  classifyRefusal,
  refusalWaitMs,
  stateOfRefusal,
  tellRefusalFrom,
  whyRefused,
} from './failures';

const error = (code: number, message = 'no') =>
  new ApiError({ code, reason: 'x', message });

describe('classifyRefusal', () => {
  it.each([
    [400, 'rejected'],
    [413, 'rejected'],
    [422, 'rejected'],
    [403, 'forbidden'],
    [409, 'no'],
    [404, 'no'],
    [429, 'no'],
    [500, 'no'],
    [503, 'no'],
  ])('takes %i for %s', (code, refused) => {
    expect(classifyRefusal(error(code)).refused).toBe(refused);
  });

  it('knows the 500 that means an unknown field', () => {
    expect(
      classifyRefusal(
        error(
          500,
          'failed to create typed patch object (a/b; x/v1, Kind=X): .spec.y: field not declared in schema',
        ),
      ).refused,
    ).toBe('rejected');
  });

  it('tells whose number is not exact, and waits for another one', () => {
    expect(classifyRefusal(new InexactNumberError('spec.size'))).toEqual({
      refused: 'rejected',
      message: expect.stringContaining('The field spec.size holds'),
    });
  });

  it('repeats what was no answer of the API server', () => {
    expect(classifyRefusal(new Error('reset')).refused).toBe('no');
  });
});

it('stateOfRefusal names which of the two it was', () => {
  const states = (['forbidden', 'rejected'] as const).map(refused =>
    stateOfRefusal({ refused, message: 'no' }),
  );
  expect(states).toEqual(['Forbidden', 'Rejected']);
});

describe('whyRefused', () => {
  it.each([
    [403, 'Forbidden'],
    [422, 'Rejected'],
    [404, 'Failing'],
    [500, 'Failing'],
  ])('says of %i that it is %s, by whom, and in whose words', (code, state) => {
    const why = whyRefused(error(code, 'my words'), 'app cluster');
    expect(why?.state).toBe(state);
    expect(why?.message).toMatch(/^The app cluster .*my words/);
  });

  it.each([401, 409, 429, 502, 503, 504])(
    'says nothing of %i, which passes, or says nothing of the object',
    code => {
      expect(whyRefused(error(code))).toBeUndefined();
    },
  );
});

describe('refusalWaitMs', () => {
  it('is quick at first, then slow, and the owner is told between the two', () => {
    const waits = [1, 2, 3, 4, 5, 6, 7, 8].map(refusalWaitMs);
    expect(waits).toEqual([100, 200, 400, 800, 1600, 3200, 60_000, 60_000]);
    expect(tellRefusalFrom).toBe(6);
  });
});
