import { nextName, searchForNames, suggestName } from './bindingNames';

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

it.each(['web-2', 'a'.repeat(63)])(
  'searches for all names that may come after %s',
  name => {
    const taken = Array.from({ length: 1_100 }, (_, n) =>
      nextName(name, [`${n}`]),
    );
    const search = searchForNames(name);
    expect([...taken, name].every(one => one.includes(search))).toBe(true);
  },
);

it('suggests the first free name of an instance', () => {
  expect(suggestName('db', [])).toBe('db-app');
  expect(suggestName('db', ['db-app', 'db-app-2'])).toBe('db-app-3');
});
