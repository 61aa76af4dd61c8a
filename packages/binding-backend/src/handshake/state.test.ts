import { isStateOf, newState } from './state';

describe('state', () => {
  const state = newState('browser');
  const [id = '', signature = ''] = state.split('.');

  it('is valid in the browser it was created for', () => {
    expect(isStateOf(state, 'browser')).toBe(true);
    expect(newState('browser')).not.toBe(state);
  });

  it.each([
    ['of another browser', newState('other')],
    ['without signature', id],
    ['with an empty signature', `${id}.`],
    ['with a signature of something else', `other.${signature}`],
    ['without id', `.${signature}`],
    ['with more behind it', `${state}.x`],
    ['with a changed signature', `${state.slice(0, -2)}`],
    ['empty', ''],
    ['of two dots', '..'],
  ])('is not valid %s', (_, bad) => {
    expect(isStateOf(bad, 'browser')).toBe(false);
  });
});
