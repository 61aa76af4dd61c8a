import { parseTraceText } from './parseTraceText';

const whole = {
  cluster: 'apps-dev',
  namespace: 'team-a',
  kind: 'postgresqlinstances.anynines.com',
  name: 'orders-db',
};

it.each<[text: string, query: ReturnType<typeof parseTraceText>]>([
  [
    'https://portal.example.com/any/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db/backups?x=1#y',
    whole,
  ],
  [
    '/klutch/instances/apps%2Ddev/team-a/postgresqlinstances.anynines.com/orders-db',
    whole,
  ],
  ['apps-dev/team-a/postgresqlinstances.anynines.com/orders-db', whole],
  [
    ' apps-dev  team-a PostgresqlInstance/orders-db\n',
    { ...whole, kind: 'postgresqlinstance' },
  ],
  [
    'team-a/PostgresqlInstance/orders-db',
    { namespace: 'team-a', kind: 'postgresqlinstance', name: 'orders-db' },
  ],
  [
    'xpostgresqlinstance.anynines.com/orders-db-x7k2p',
    { kind: 'xpostgresqlinstance.anynines.com', name: 'orders-db-x7k2p' },
  ],
  ['orders-db', { name: 'orders-db' }],
])('reads %j', (text, query) => {
  expect(parseTraceText(text)).toEqual(query);
});

it.each([
  '  ',
  'https://portal.example.com/klutch/instances',
  'why does my database not start?',
  'a/b/c/d/e',
  'eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbGljZSJ9.c2ln',
  '/instances/%E0%A4%A/team-a/postgresqlinstances.anynines.com/orders-db',
])('finds no names in %j', text => {
  expect(parseTraceText(text)).toBeUndefined();
});
