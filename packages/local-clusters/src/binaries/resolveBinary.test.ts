import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { create } from 'tar';
import { createDownloader } from '@klutch/programs';
import {
  truncate,
  hang,
  sha256,
  startFileServer,
  type FileServer,
} from '../testing/fileServer';
import { useTemporaryDirs } from '../testing/temporaryDir';
import type { BinaryName } from './programs';
import { resolveBinary, type ResolverDependencies } from './resolveBinary';

/** A script that prints a version, as the real programs do. */
const program = (version: string, padding = 0) =>
  Buffer.from(`#!/bin/sh\necho "${version}"\n# ${'x'.repeat(padding)}\n`);

const KUBECTL = '/release/v1.36.3/bin/linux/amd64/kubectl';

describe('finding a program', () => {
  const temporaryDir = useTemporaryDirs();
  let server: FileServer;
  let cache: string;
  let progress: string[];
  let built: BinaryName[];

  beforeEach(async () => {
    server = await startFileServer();
    cache = join(temporaryDir(), 'cache');
    progress = [];
    built = [];
  });
  afterEach(() => server.close());

  const dependencies = (
    change: Partial<ResolverDependencies> = {},
  ): ResolverDependencies => ({
    platform: { os: 'linux', arch: 'amd64' },
    hosts: {
      kubernetes: server.url,
      etcd: server.url,
      crossplane: server.url,
      crossplaneSources: server.url,
    },
    downloader: createDownloader({
      stallTimeoutMs: 200,
      retryDelayMs: 1,
    }),
    async build(name, target) {
      built.push(name);
      writeFileSync(target, program('built v1.36.3'));
    },
    ...change,
  });
  const resolve = (
    name: BinaryName,
    env: NodeJS.ProcessEnv = {},
    change: Partial<ResolverDependencies> = {},
  ) =>
    resolveBinary(
      name,
      {
        env: { KLUTCH_CACHE: cache, ...env },
        onProgress: text => progress.push(text),
      },
      dependencies(change),
    );
  const publish = (path: string, content: Buffer, checksum = sha256(content)) =>
    server.handlers.set(path, content).set(`${path}.sha256`, `${checksum}\n`);
  const noBuild = async () => {
    throw new Error('go is not installed');
  };
  const folderWith = (name: string, mode = 0o755) => {
    const dir = temporaryDir();
    writeFileSync(join(dir, name), program('mine'));
    chmodSync(join(dir, name), mode);
    return dir;
  };

  it('searches the folders of the environment first, separately for each program', async () => {
    const one = folderWith('etcd');
    const two = folderWith('kubectl');
    const env = { KLUTCH_LOCAL_BIN: one, KUBEBUILDER_ASSETS: two };
    expect(await resolve('etcd', env)).toBe(join(one, 'etcd'));
    expect(await resolve('kubectl', env)).toBe(join(two, 'kubectl'));
    expect(server.requests).toEqual([]);

    expect(await resolve('kube-apiserver', env)).toMatch(cache);
    expect(built).toEqual(['kube-apiserver']);
  });

  it('skips a file that is not executable', async () => {
    const env = { KLUTCH_LOCAL_BIN: folderWith('kubectl', 0o644) };
    expect(await resolve('kubectl', env)).toMatch(cache);
  });

  it('downloads into the cache, once', async () => {
    publish(KUBECTL, program('Client Version: v1.36.3'));
    const file = await resolve('kubectl', {}, { build: noBuild });
    expect(file).toBe(
      join(cache, 'kubernetes-v1.36.3', 'linux-amd64', 'kubectl'),
    );
    expect(statSync(file).mode % 0o1000).toBe(0o755);
    expect(progress).toEqual([
      'kubectl v1.36.3 (linux/amd64): downloading',
      'kubectl v1.36.3 (linux/amd64): downloaded, checksum verified',
    ]);
    await resolve('kubectl');
    expect(server.requests).toEqual([`${KUBECTL}.sha256`, KUBECTL]);
  });

  it('extracts the program from an archive', async () => {
    const dir = temporaryDir();
    const name = 'etcd-v3.6.11-linux-amd64';
    mkdirSync(join(dir, name));
    writeFileSync(join(dir, name, 'etcd'), program('etcd Version: 3.6.11'));
    writeFileSync(join(dir, name, 'etcdctl'), program('other'));
    const archive = join(dir, `${name}.tar.gz`);
    await create({ gzip: true, cwd: dir, file: archive }, [name]);
    const content = readFileSync(archive);
    server.handlers
      .set(`/v3.6.11/${name}.tar.gz`, content)
      .set(
        '/v3.6.11/SHA256SUMS',
        `${'0'.repeat(64)}  other.tar.gz\n${sha256(content)}  ${name}.tar.gz\n`,
      );
    const file = await resolve('etcd', {}, { build: noBuild });
    expect(readFileSync(file)).toEqual(program('etcd Version: 3.6.11'));
    expect(readdirSync(dirname(file))).toEqual(['etcd']);
  });

  it.each<[string, () => unknown, RegExp]>([
    [
      'a wrong checksum',
      () => publish(KUBECTL, program('v1.36.3'), 'f'.repeat(64)),
      /has the checksum \w{64}, but f{64} is published: the file was discarded/,
    ],
    ['nothing there', () => undefined, /answered HTTP 404/],
    [
      'no published checksum',
      () =>
        publish(KUBECTL, program('x')).set(
          `${KUBECTL}.sha256`,
          '<html></html>',
        ),
      /has no checksum for kubectl/,
    ],
    [
      'a connection that breaks half-way',
      () => {
        const content = program('v1.36.3', 200_000);
        publish(KUBECTL, content).set(KUBECTL, truncate(content));
      },
      /was interrupted or stalled after 0\.1 MB of 0\.2 MB/,
    ],
    [
      'a server that hangs',
      () => server.handlers.set(`${KUBECTL}.sha256`, hang),
      /cannot be reached: it did not respond in time/,
    ],
    [
      'another version than the requested one',
      () => publish(KUBECTL, program('Client Version: v1.36.30')),
      /reports version "Client Version: v1\.36\.30", not v1\.36\.3/,
    ],
    [
      'a program for another platform',
      () => publish(KUBECTL, Buffer.from('\x7fELF nonsense')),
      /does not run here/,
    ],
  ])(
    'builds after a download with %s, and reports the reason',
    async (_fault, prepare, reason) => {
      prepare();
      const file = await resolve('kubectl');
      expect(readFileSync(file)).toEqual(program('built v1.36.3'));
      const line = progress.find(text => text.includes('no download'));
      expect(line).toMatch(reason);
      expect(readdirSync(dirname(file))).toEqual(['kubectl']);
    },
  );

  it('builds programs that are not published for the platform', async () => {
    const platform = { os: 'darwin', arch: 'arm64' };
    await resolve('kube-apiserver', {}, { platform });
    expect(progress).toEqual([
      'kube-apiserver v1.36.3 (darwin/arm64): no download (there is no release for darwin/arm64)',
      'kube-apiserver v1.36.3 (darwin/arm64): building from its Go module (about 3 min the first time)',
      'kube-apiserver v1.36.3 (darwin/arm64): built in 0 s',
    ]);
    expect(server.requests).toEqual([]);
  });

  it('tries an unreachable host once for all programs', async () => {
    server.handlers.set(`${KUBECTL}.sha256`, hang);
    const downloader = createDownloader({
      stallTimeoutMs: 200,
      retryDelayMs: 1,
    });
    await resolve('kubectl', {}, { downloader });
    await resolve('kube-apiserver', {}, { downloader });
    expect(new Set(server.requests)).toEqual(new Set([`${KUBECTL}.sha256`]));
    expect(built).toEqual(['kubectl', 'kube-apiserver']);
  });

  it('builds once for concurrent callers', async () => {
    await Promise.all([resolve('kubectl'), resolve('kubectl')]);
    expect(built).toEqual(['kubectl']);
  });

  it('reports what was tried and what to install when all methods fail', async () => {
    const assets = temporaryDir();
    const error: Error = await resolve(
      'kube-apiserver',
      { KUBEBUILDER_ASSETS: assets },
      { build: noBuild },
    ).catch(reason => reason);
    expect(error.message.split('\n')).toEqual([
      'kube-apiserver v1.36.3 (linux/amd64) could not be found, downloaded or built. Tried:',
      '  - KLUTCH_LOCAL_BIN: not set',
      `  - KUBEBUILDER_ASSETS: no executable kube-apiserver in ${assets}`,
      `  - cache: not in ${cache}/kubernetes-v1.36.3/linux-amd64`,
      expect.stringMatching(/ {2}- download: .* answered HTTP 404/),
      '  - Go build: go is not installed',
      expect.stringMatching(
        /set KLUTCH_LOCAL_BIN .* install Go 1\.26 .*go\.dev\/dl.* allow this machine to download/,
      ),
    ]);
  });
});
