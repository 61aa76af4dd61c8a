import { applyDiff } from './applyDiff';

const text = 'one\ntwo\nthree\nfour\n';

describe('applyDiff', () => {
  it('adds and removes lines at each place', () => {
    expect(applyDiff(text, ' one\n+new\n@@\n-three\n+3\n four\n')).toBe(
      'one\nnew\ntwo\n3\nfour\n',
    );
  });

  it('refuses a place that is missing or ambiguous', () => {
    expect(() => applyDiff(text, ' five\n+new\n')).toThrow('0 times');
    expect(() => applyDiff('a\nb\na\n', ' a\n+new\n')).toThrow('2 times');
  });
});
