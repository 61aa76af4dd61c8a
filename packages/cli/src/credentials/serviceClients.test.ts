import { readFile, stat } from 'node:fs/promises';
import { runClient, withCaFile } from './runClient';
import { clientStart } from './serviceClients';

const canary = 'canary-77af01';

const secrets = {
  postgresql: { host: 'h', port: '5', name: 'd', username: 'u' },
  mariadb: { host: 'h', port: '5', name: 'd', username: 'u' },
  keyvalue: {
    host: 'h',
    'valkey.port': '5',
    'valkey.username': 'u',
    'valkey.password': canary,
  },
  mongodb: { uri: `mongodb://u:${canary}@h:5/d?tls=true` },
};

it.each(Object.entries(secrets))(
  'passes the password to the client of %s in its environment only',
  (type, values) => {
    const start = clientStart(type, { ...values, password: canary }, '/ca.crt');
    expect(JSON.stringify([start.programs, start.args])).not.toContain(canary);
    expect(JSON.stringify(start.env)).toContain(canary);
    expect(JSON.stringify(start)).toContain('ca.crt');
    expect(start).toMatchSnapshot();
  },
);

it('verifies no certificate of a plan without TLS', () => {
  const { env } = clientStart('postgresql', secrets.postgresql);
  expect(env).toEqual({
    PGHOST: 'h',
    PGPORT: '5',
    PGDATABASE: 'd',
    PGUSER: 'u',
  });
});

it('has no client for other names', () => {
  expect(() => clientStart('constructor', {})).toThrow(
    '"constructor" has no interactive client',
  );
});

it('names what to install when no client is there', async () => {
  const start = { programs: ['no-such-a', 'no-such-b'], args: [], env: {} };
  const run = runClient({ ...start, package: 'tools' }, []);
  await expect(run).rejects.toThrow(
    'no-such-a or no-such-b is not installed. Install it (for example the package tools)',
  );
});

it('runs the next client when the preferred one is missing', async () => {
  const start = {
    programs: ['no-such-a', process.execPath],
    args: ['-e', 'process.exit(process.env.KLUTCH_TEST === "v" ? 7 : 1)'],
    env: { KLUTCH_TEST: 'v' },
    package: 'tools',
  };
  expect(await runClient(start, [])).toBe(7);
});

it('keeps the certificate in a private file until the client ends', async () => {
  let written = '';
  await withCaFile('PEM', async (file = '') => {
    written = file;
    expect(await readFile(file, 'utf8')).toBe('PEM');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });
  await expect(stat(written)).rejects.toThrow('ENOENT');
  expect(await withCaFile(undefined, async file => file)).toBeUndefined();
});
