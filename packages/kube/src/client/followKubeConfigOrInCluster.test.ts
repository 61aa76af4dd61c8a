import {
  mkdir,
  mkdtemp,
  rename,
  rm,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { silentLogger } from '../Logger';
import { eventually } from '../testing/eventually';
import {
  followKubeConfigOrInCluster,
  FollowOptions,
} from './followKubeConfigOrInCluster';
import { loadKubeConfig } from './kubeConfig';

const kubeconfig = (token: string, user: object = {}) =>
  JSON.stringify({
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server: 'https://example.org' } }],
    users: [{ name: 'u', user: { token, ...user } }],
  });

let dir: string;
let path: string;
let stop: AbortController;
let tokens: (string | undefined)[];
let warnings: object[];
let messages: string[];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'klutch-kube-'));
  path = join(dir, 'kubeconfig');
  stop = new AbortController();
  tokens = [];
  warnings = [];
  messages = [];
});
afterEach(async () => {
  stop.abort();
  await rm(dir, { recursive: true });
});

/** Replaces the file atomically. */
async function replace(file: string, content: string): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}

const applyKubeConfig = async (kubeConfig: KubeConfig) =>
  void tokens.push(kubeConfig.getCurrentUser()?.token);

const options = (more: Partial<FollowOptions> = {}): FollowOptions => ({
  file: path,
  kubeConfig: new KubeConfig(),
  follower: { reconnect: applyKubeConfig },
  signal: stop.signal,
  pollMs: 10,
  logger: {
    ...silentLogger,
    warn: (fields, message) => {
      warnings.push(fields);
      messages.push(message);
    },
  },
  ...more,
});

const follow = (more: Partial<FollowOptions> = {}) =>
  followKubeConfigOrInCluster(options(more));

const inUse = async (token: string) => {
  await eventually(
    `the token ${token} is in use`,
    () => tokens.at(-1) === token,
  );
  return true;
};

it('applies the file at once, and after each change', async () => {
  await writeFile(path, kubeconfig('one'));
  follow();
  expect(await inUse('one')).toBe(true);
  await writeFile(path, kubeconfig('two'));
  expect(await inUse('two')).toBe(true);
  await replace(path, kubeconfig('three'));
  expect(await inUse('three')).toBe(true);
});

it('detects that a kubelet replaces a mounted Secret', async () => {
  const version = async (name: string, token: string) => {
    await mkdir(join(dir, name));
    await writeFile(join(dir, name, 'kubeconfig'), kubeconfig(token));
    await symlink(name, join(dir, '..data_tmp'));
    await rename(join(dir, '..data_tmp'), join(dir, '..data'));
  };
  await version('..1', 'one');
  await symlink(join('..data', 'kubeconfig'), path);
  follow();
  expect(await inUse('one')).toBe(true);
  await version('..2', 'two');
  await rm(join(dir, '..1'), { recursive: true });
  expect(await inUse('two')).toBe(true);
  await version('..3', 'three');
  expect(await inUse('three')).toBe(true);
  expect(warnings).toEqual([]);
});

it('detects a change behind a link to another directory', async () => {
  const elsewhere = join(dir, 'elsewhere');
  await mkdir(elsewhere);
  await writeFile(join(elsewhere, 'real'), kubeconfig('one'));
  await symlink(join(elsewhere, 'real'), path);
  follow();
  expect(await inUse('one')).toBe(true);
  for (const token of ['two', 'three']) {
    await writeFile(join(elsewhere, 'real'), kubeconfig(token));
    expect(await inUse(token)).toBe(true);
  }
});

it('keeps its kubeconfig while the file is broken, and logs once, without quoting the file', async () => {
  await replace(path, kubeconfig('one'));
  follow();
  expect(await inUse('one')).toBe(true);
  await replace(path, kubeconfig('secret-word').slice(0, -20));
  await eventually('a warning is logged', () => warnings.length === 1);
  expect(JSON.stringify(warnings)).toContain('The kubeconfig cannot be read');
  expect(JSON.stringify(warnings)).not.toContain('secret-word');
  await rm(path);
  await eventually('the second warning is logged', () => warnings.length === 2);
  expect(JSON.stringify(warnings[1])).toContain('Check that it exists');
  await replace(path, kubeconfig('two'));
  expect(await inUse('two')).toBe(true);
  expect(tokens).toEqual(['one', 'two']);
  expect(warnings).toHaveLength(2);
});

it('waits for a missing file', async () => {
  follow();
  await eventually('a warning is logged', () => warnings.length === 1);
  await writeFile(path, kubeconfig('one'));
  expect(await inUse('one')).toBe(true);
});

it('logs why a kubeconfig was refused, and applies the next one', async () => {
  await writeFile(path, kubeconfig('one'));
  follow({
    follower: {
      reconnect: async kubeConfig => {
        if (kubeConfig.getCurrentUser()?.token === 'bad') {
          throw new Error('not allowed here');
        }
        await applyKubeConfig(kubeConfig);
      },
    },
  });
  expect(await inUse('one')).toBe(true);
  await replace(path, kubeconfig('bad'));
  await eventually('a warning is logged', () => warnings.length === 1);
  expect(warnings[0]).toEqual({ path, cause: 'not allowed here' });
  expect(messages).toEqual([expect.stringContaining('the new kubeconfig')]);
  await replace(path, kubeconfig('two'));
  expect(await inUse('two')).toBe(true);
});

it('retries a transient failure, and logs once', async () => {
  await writeFile(path, kubeconfig('one'));
  let failures = 3;
  follow({
    follower: {
      reconnect: async kubeConfig => {
        failures -= 1;
        if (failures >= 0) throw new Error('the cluster did not answer');
        await applyKubeConfig(kubeConfig);
      },
    },
  });
  expect(await inUse('one')).toBe(true);
  expect(warnings).toEqual([{ path, cause: 'the cluster did not answer' }]);
  // The warning must not claim a change of the file.
  expect(messages).toEqual([expect.not.stringContaining('the new kubeconfig')]);
});

it('passes on the next kubeconfig while a client waits for its old connections', async () => {
  await writeFile(path, kubeconfig('one'));
  follow({
    follower: {
      reconnect: kubeConfig => {
        applyKubeConfig(kubeConfig);
        return new Promise(() => {});
      },
    },
  });
  expect(await inUse('one')).toBe(true);
  await replace(path, kubeconfig('two'));
  expect(await inUse('two')).toBe(true);
});

it('follows the certificate files of the kubeconfig, with paths relative to its directory', async () => {
  const certificates = join(dir, 'certificates');
  await mkdir(certificates);
  await writeFile(join(certificates, 'cert.pem'), 'one');
  await writeFile(join(certificates, 'key.pem'), 'one');
  const files = {
    'client-certificate': 'certificates/cert.pem',
    'client-key': 'certificates/key.pem',
  };
  await writeFile(path, kubeconfig('one', files));
  const seen: (string | undefined)[] = [];
  follow({
    follower: {
      reconnect: async kubeConfig =>
        void seen.push(kubeConfig.getCurrentUser()?.certFile),
    },
  });
  await eventually('the kubeconfig is passed on', () => seen.length === 1);
  await writeFile(join(certificates, 'key.pem'), 'two');
  await eventually('the changed key is passed on', () => seen.length === 2);
  await writeFile(join(certificates, 'cert.pem'), 'three');
  await eventually(
    'the changed certificate is passed on',
    () => seen.length === 3,
  );
  expect(seen).toEqual(Array(3).fill(join(certificates, 'cert.pem')));
});

it('does nothing when files are written with the same content', async () => {
  await replace(path, kubeconfig('one'));
  follow();
  expect(await inUse('one')).toBe(true);
  await replace(path, kubeconfig('one'));
  await utimes(path, new Date(), new Date());
  await replace(path, kubeconfig('two'));
  expect(await inUse('two')).toBe(true);
  expect(tokens).toEqual(['one', 'two']);
});

it('follows a file whose directory is replaced', async () => {
  const folder = join(dir, 'folder');
  path = join(folder, 'kubeconfig');
  await mkdir(folder);
  await writeFile(path, kubeconfig('one'));
  follow();
  expect(await inUse('one')).toBe(true);
  await rm(folder, { recursive: true });
  await mkdir(folder);
  await writeFile(path, kubeconfig('two'));
  expect(await inUse('two')).toBe(true);
  await replace(path, kubeconfig('three'));
  expect(await inUse('three')).toBe(true);
});

it('ends with its signal', async () => {
  await writeFile(path, kubeconfig('one'));
  follow();
  expect(await inUse('one')).toBe(true);
  stop.abort();
  await writeFile(path, kubeconfig('two'));
  const other = new AbortController();
  follow({
    signal: other.signal,
    follower: { reconnect: async () => other.abort() },
  });
  await eventually(
    'another follower has detected the change',
    () => other.signal.aborted,
  );
  expect(tokens).toEqual(['one']);
});

it('follows the certificate authority of a pod', async () => {
  const mount = join(dir, 'var/run/secrets/kubernetes.io/serviceaccount');
  await mkdir(mount, { recursive: true });
  await writeFile(join(mount, 'ca.crt'), 'one');
  const kubeConfig = new KubeConfig();
  kubeConfig.loadFromCluster(dir);
  let taken = 0;
  follow({
    file: undefined,
    kubeConfig,
    follower: {
      reconnect: async given => {
        expect(given).toBe(kubeConfig);
        taken += 1;
      },
    },
  });
  await eventually('the kubeconfig is passed on', () => taken === 1);
  await writeFile(join(mount, 'ca.crt'), 'two');
  await eventually('the changed authority is passed on', () => taken === 2);
});

it.each(['in a pod', 'with a kubeconfig'])(
  'applies a renewed certificate authority %s',
  async where => {
    const authority = join(dir, 'ca.crt');
    const text = JSON.stringify({
      'current-context': 'c',
      contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
      clusters: [
        {
          name: 'c',
          cluster: {
            server: 'https://127.0.0.1:1',
            'certificate-authority': authority,
          },
        },
      ],
      users: [{ name: 'u', user: { token: 'a-token' } }],
    });
    await writeFile(authority, 'the first');
    await writeFile(path, text);
    const taken: KubeConfig[] = [];
    follow({
      file: where === 'in a pod' ? undefined : path,
      kubeConfig: loadKubeConfig(text),
      follower: { reconnect: async next => void taken.push(next) },
    });
    await eventually('the first authority is in use', () => taken.length === 1);
    await writeFile(authority, 'the second');
    await eventually(
      'the renewed authority is in use',
      // A file that is being written may be read empty before.
      () => taken.length > 1,
    );
    expect(taken.at(-1)?.getCurrentCluster()?.caFile).toBe(authority);
  },
);

it.each([0, NaN, 2 ** 31])('refuses a poll interval of %d ms', pollMs => {
  const following = () => follow({ pollMs });
  expect(following).toThrow(RangeError);
  expect(following).toThrow(`pollMs is ${pollMs}`);
});

it('stops waiting for a retry when the file is replaced', async () => {
  jest.spyOn(Math, 'random').mockReturnValue(1);
  await writeFile(path, kubeconfig('one'));
  let calls = 0;
  follow({
    follower: {
      reconnect: async kubeConfig => {
        calls += 1;
        if (calls <= 3) throw new Error('not now');
        await applyKubeConfig(kubeConfig);
      },
    },
  });
  await eventually('the first waits are over', () => calls === 3);
  // The next retry comes 4 s later.
  const startedAt = performance.now();
  await replace(path, kubeconfig('two'));
  expect(await inUse('two')).toBe(true);
  expect(performance.now() - startedAt).toBeLessThan(3_000);
  expect(calls).toBe(4);
});

it('does not apply a file that is changed again at once', async () => {
  await writeFile(path, kubeconfig('one'));
  follow();
  expect(await inUse('one')).toBe(true);
  for (let change = 0; change < 20; change += 1) {
    await replace(path, kubeconfig(`half-written ${change}`));
    await wait(20);
  }
  await replace(path, kubeconfig('two'));
  expect(await inUse('two')).toBe(true);
  // A machine that pauses between two changes may take one of them.
  expect(tokens.length).toBeLessThan(5);
});
