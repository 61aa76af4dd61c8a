import { clientCommands } from './clientCommands';

const canary = 'canary-77af01';

const fieldsOf = (values: Record<string, string>) =>
  Object.entries(values).map(([key, value]) => ({
    key,
    value,
    secret: /password$|^uri$/.test(key),
  }));

it.each([
  [
    'postgresql',
    { uri: `postgresql://u1:${canary}@h:5/db?sslmode=require` },
    "psql 'postgresql://u1@h:5/db?sslmode=require'",
  ],
  [
    'mariadb',
    { host: 'h', port: '5', name: 'db', username: 'u1', password: canary },
    'mariadb --protocol=tcp --host=h --port=5 --user=u1 --password --database=db',
  ],
  [
    'mariadb',
    { host: 'h', username: "o'x", password: canary, cacrt: 'PEM' },
    "mariadb --protocol=tcp --host=h '--user=o'\\''x' --password --ssl-ca=ca.crt --ssl-verify-server-cert",
  ],
  [
    'mongodb',
    {
      hosts: '[a:1, b:2]',
      username: 'u1',
      default_database: 'db',
      password: canary,
      uri: `mongodb://u1:${canary}@a:1,b:2/db?replicaSet=rs0&other=${canary}`,
    },
    "mongosh 'mongodb://u1@a:1,b:2/db?replicaSet=rs0'",
  ],
  [
    'mongodb',
    {
      hosts: '[a:1]',
      username: 'u1',
      cacrt: 'PEM',
      uri: `mongodb://u1:x?tls=${canary}&y@a:1/db`,
    },
    "mongosh 'mongodb://u1@a:1/' --tls --tlsCAFile ca.crt",
  ],
  [
    'keyvalue',
    {
      host: 'h',
      'valkey.port': '5',
      'valkey.username': 'u1',
      'valkey.password': canary,
      cacrt: 'PEM',
    },
    'valkey-cli -h h -p 5 --user u1 --askpass --tls --cacert ca.crt',
  ],
])('has the command for %s, without the password', (type, values, command) => {
  const commands = clientCommands(type, fieldsOf(values));
  expect(Object.values(commands)).toEqual([command]);
  expect(command).not.toContain(canary);
});

it('has no command for other services, nor without an address', () => {
  const values = { host: 'h', username: 'u1' };
  for (const type of ['messaging', 'search', 'constructor', 'mongodb']) {
    expect(clientCommands(type, fieldsOf(values))).toEqual({});
  }
  expect(clientCommands('keyvalue', [])).toEqual({});
  expect(clientCommands('mariadb', fieldsOf({ host: 'h' }))).toEqual({});
});

it('uses no value that is a secret', () => {
  const host = { key: 'host', value: canary, secret: true };
  expect(clientCommands('keyvalue', [host])).toEqual({});
});
