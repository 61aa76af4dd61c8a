import { nextName, suggestName } from './bindingNames';

it.each([
  ['web', [], 'web-2'],
  ['web-2', [], 'web-3'],
  ['web', ['web-2', 'web-3'], 'web-4'],
  ['v-1-web', [], 'v-1-web-2'],
  ['2', [], '2-2'],
  ['a'.repeat(63), [], `${'a'.repeat(61)}-2`],
])('the next name after %s with %j is %s', (name, taken, next) => {
  expect(nextName(name, taken)).toBe(next);
});

it('suggests the first free name of an instance', () => {
  expect(suggestName('db', [])).toBe('db-app');
  expect(suggestName('db', ['db-app', 'db-app-2'])).toBe('db-app-3');
});
