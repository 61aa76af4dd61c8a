// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { databasesCrd } from '@klutch/binding-backend/src/testing/samples';
import { findOfferable } from './offerableApis';

const databases = databasesCrd();
const other = {
  ...databases,
  metadata: { name: 'databases.other.test' },
  spec: { ...databases.spec, group: 'other.test' },
};

it.each(['databases.example.test', 'databases', 'database', 'Database', 'db'])(
  'finds an API by %s',
  name => {
    expect(findOfferable([databases], name)).toBe(databases);
  },
);

it('names all APIs of an ambiguous name, and finds each by its full one', () => {
  const all = [databases, other];
  expect(() => findOfferable(all, 'db')).toThrow(
    'Choose one: databases.example.test, databases.other.test.',
  );
  expect(findOfferable(all, 'databases.other.test')).toBe(other);
});

it('says where the names are when there is no such API', () => {
  expect(() => findOfferable([databases], 'data')).toThrow(
    /no API "data".*--available/,
  );
});
