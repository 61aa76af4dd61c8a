import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

it.each(Object.keys(secrets))(
  'does not let the client of %s choose a server',
  type => {
    expect(() => clientStart(type, { password: canary })).toThrow(
      /^The credentials have no (?!.*canary)/,
    );
  },
);

it('starts mongosh with the URI in its environment, and says when it is missing', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'klutch-mongosh-'));
  const { PATH } = process.env;
  try {
    process.env.PATH = folder;
    const start = clientStart('mongodb', secrets.mongodb);
    await expect(runClient(start, [])).rejects.toThrow(
      'mongosh is not installed. Install it (for example the package mongodb-mongosh), or use "get credentials".',
    );
    const seen = join(folder, 'seen');
    await writeFile(
      join(folder, 'mongosh'),
      `#!/bin/sh\necho "$@" > ${seen}\necho "$KLUTCH_MONGODB_URI" >> ${seen}\n`,
      { mode: 0o755 },
    );
    expect(await runClient(start, ['--quiet'])).toBe(0);
    const [args, uri] = (await readFile(seen, 'utf8')).split('\n');
    expect(args).toMatch(/^--nodb --shell --eval .* --quiet$/);
    expect(args).not.toContain(canary);
    expect(uri).toBe(secrets.mongodb.uri);
  } finally {
    process.env.PATH = PATH;
    await rm(folder, { recursive: true });
  }
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
