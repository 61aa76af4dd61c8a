import { copyFileSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'tar';
import {
  sha256,
  startFileServer,
  type FileServer,
} from '../testing/fileServer';
import { useTemporaryDirs } from '../testing/temporaryDir';
import { createDownloader } from '../downloader';
import { resolveJava } from './resolveJava';
import { resolveKeycloak } from './resolveKeycloak';

const temporaryDir = useTemporaryDirs();
let server: FileServer;
beforeEach(async () => {
  server = await startFileServer();
});
afterEach(() => server.close());

/** An archive that contains one program. */
const archiveOf = async (program: string, content = '#!/bin/sh\n') => {
  const dir = temporaryDir();
  mkdirSync(join(dir, 'release', 'bin'), { recursive: true });
  writeFileSync(join(dir, 'release', 'bin', program), content, { mode: 0o755 });
  const file = join(dir, 'a.tar.gz');
  await create({ gzip: true, cwd: dir, file }, ['release']);
  return { file, content: await readFile(file) };
};

const isExecutable = (file: string) => (statSync(file).mode & 0o111) !== 0;

const noMaven = async () => {
  throw new Error('mvn is not installed');
};

const resolve = (
  env: NodeJS.ProcessEnv,
  expected: string,
  copyFromMaven: (artifact: string, folder: string) => Promise<void> = noMaven,
) =>
  resolveKeycloak(
    { env },
    {
      release: { url: `${server.url}/keycloak.tar.gz`, sha256: expected },
      downloader: createDownloader(),
      copyFromMaven,
    },
  );

describe('finding Keycloak', () => {
  it('downloads Keycloak into the cache, once', async () => {
    const { content } = await archiveOf('kc.sh');
    server.handlers.set('/keycloak.tar.gz', content);
    const env = { KLUTCH_CACHE: temporaryDir() };
    const dir = await resolve(env, sha256(content));
    expect(isExecutable(join(dir, 'bin', 'kc.sh'))).toBe(true);
    expect(await resolve(env, sha256(content))).toBe(dir);
    expect(server.requests).toEqual(['/keycloak.tar.gz']);
  });

  it('fetches Keycloak with Maven when the download fails', async () => {
    const { file, content } = await archiveOf('kc.sh');
    const dir = await resolve(
      { KLUTCH_CACHE: temporaryDir() },
      sha256(content),
      async (artifact, folder) => {
        const [, name, version, type] = artifact.split(':');
        copyFileSync(file, join(folder, `${name}-${version}.${type}`));
      },
    );
    expect(isExecutable(join(dir, 'bin', 'kc.sh'))).toBe(true);
  });

  it('rejects an archive with a wrong checksum, and reports what to do', async () => {
    const { content } = await archiveOf('kc.sh');
    server.handlers.set('/keycloak.tar.gz', content);
    await expect(
      resolve({ KLUTCH_CACHE: temporaryDir() }, 'f'.repeat(64)),
    ).rejects.toThrow(
      /KLUTCH_KEYCLOAK: not set[^]*has the checksum \w{64}, but f{64} is expected[^]*mvn is not installed[^]*set KLUTCH_KEYCLOAK/,
    );
  });

  it('searches the folder of the environment first', async () => {
    const KLUTCH_KEYCLOAK = temporaryDir();
    const env = { KLUTCH_KEYCLOAK, KLUTCH_CACHE: temporaryDir() };
    await expect(resolve(env, '')).rejects.toThrow(
      `KLUTCH_KEYCLOAK: no bin/kc.sh in ${KLUTCH_KEYCLOAK}`,
    );
    mkdirSync(join(KLUTCH_KEYCLOAK, 'bin'));
    writeFileSync(join(KLUTCH_KEYCLOAK, 'bin', 'kc.sh'), '');
    expect(await resolve(env, '')).toBe(KLUTCH_KEYCLOAK);
  });
});

describe('finding Java', () => {
  const java = (version: string) =>
    `#!/bin/sh\necho 'openjdk version "${version}" 2025-04-15' >&2\n`;
  const javaHome = (version: string) => {
    const home = temporaryDir();
    mkdirSync(join(home, 'bin'));
    writeFileSync(join(home, 'bin', 'java'), java(version), { mode: 0o755 });
    return home;
  };
  const find = async (env: NodeJS.ProcessEnv, os = 'linux') => {
    const { content } = await archiveOf('java', java('21.0.5'));
    server.handlers.set('/java.tar.gz', content);
    const release = {
      url: `${server.url}/java.tar.gz`,
      sha256: sha256(content),
    };
    return resolveJava(
      { env: { KLUTCH_CACHE: temporaryDir(), ...env } },
      {
        platform: { os, arch: 'amd64' },
        downloader: createDownloader(),
        releases: { 'linux-amd64': release },
      },
    );
  };

  it('prefers JAVA_HOME, then PATH', async () => {
    const [home, other] = [javaHome('17.0.15'), javaHome('25')];
    const PATH = `/nowhere:${join(other, 'bin')}`;
    expect(await find({ JAVA_HOME: home, PATH })).toBe(
      join(home, 'bin', 'java'),
    );
    expect(await find({ PATH })).toBe(join(other, 'bin', 'java'));
    expect(server.requests).toEqual([]);
  });

  it('skips a Java that is too old, and downloads a newer one', async () => {
    const KLUTCH_CACHE = temporaryDir();
    const found = await find({
      JAVA_HOME: javaHome('1.8.0_402'),
      KLUTCH_CACHE,
    });
    expect(found).toMatch(KLUTCH_CACHE);
    expect(isExecutable(found)).toBe(true);
  });

  it('reports what to do without a download for the platform', async () => {
    await expect(find({}, 'plan9')).rejects.toThrow(
      /Java .* \(plan9-amd64\) could not be found[^]*Install Java 17 or later/,
    );
  });
});
