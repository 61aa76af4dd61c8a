import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { create } from 'tar';
import { stringify } from 'yaml';
import { createDownloader } from '@klutch/programs';
import { startFileServer, type FileServer } from '../testing/fileServer';
import { useTemporaryDirs } from '../testing/temporaryDir';
import { resolveCrossplaneCrds } from './resolveCrossplaneCrds';

const CRDS = [
  'compositeresourcedefinitions.apiextensions.crossplane.io',
  'compositionrevisions.apiextensions.crossplane.io',
  'compositions.apiextensions.crossplane.io',
  'locks.pkg.crossplane.io',
];

function writeCrds(dir: string, names: string[]): void {
  mkdirSync(dir, { recursive: true });
  for (const name of names) {
    const crd = { kind: 'CustomResourceDefinition', metadata: { name } };
    writeFileSync(join(dir, `${name}.yaml`), stringify(crd), { mode: 0o444 });
  }
}

describe("finding Crossplane's CRDs", () => {
  const temporaryDir = useTemporaryDirs();
  let server: FileServer;
  beforeEach(async () => {
    server = await startFileServer();
  });
  afterEach(() => server.close());

  const resolve = (
    env: NodeJS.ProcessEnv,
    moduleFolder: () => Promise<string>,
    onProgress?: (text: string) => void,
  ) =>
    resolveCrossplaneCrds(
      'crossplane',
      { env, onProgress },
      {
        downloader: createDownloader(),
        hosts: {
          kubernetes: server.url,
          etcd: server.url,
          crossplane: server.url,
          crossplaneSources: server.url,
        },
        moduleFolder,
      },
    );
  const noModule = async () => {
    throw new Error('go is not installed');
  };
  const publish = async (names: string[]) => {
    const dir = temporaryDir();
    const root = 'crossplane-1.20.13';
    writeCrds(join(dir, root, 'cluster', 'crds'), names);
    writeCrds(join(dir, root, 'cluster', 'charts'), ['not.a.crd.of.ours']);
    await create({ gzip: true, cwd: dir, file: join(dir, 'a.tar.gz') }, [root]);
    server.handlers.set(
      '/v1.20.13.tar.gz',
      await readFile(join(dir, 'a.tar.gz')),
    );
  };

  it('searches in and beside the folders of the environment', async () => {
    const root = temporaryDir();
    const bin = join(root, 'bin');
    writeCrds(join(root, 'crossplane-crds'), CRDS);
    const env = { KLUTCH_LOCAL_BIN: bin };
    expect(await resolve(env, noModule)).toBe(join(root, 'crossplane-crds'));
    writeCrds(join(bin, 'crossplane-crds'), CRDS);
    expect(await resolve(env, noModule)).toBe(join(bin, 'crossplane-crds'));
  });

  it('extracts the CRDs from the source archive, and caches them', async () => {
    await publish(CRDS);
    const env = { KLUTCH_CACHE: temporaryDir() };
    const dir = await resolve(env, noModule);
    expect(readdirSync(dir).sort()).toEqual(CRDS.map(name => `${name}.yaml`));
    await resolve(env, noModule);
    expect(server.requests).toHaveLength(1);
  });

  it('copies the CRDs from the Go module when the archive lacks some', async () => {
    await publish(CRDS.slice(1));
    const module = temporaryDir();
    writeCrds(join(module, 'cluster', 'crds'), CRDS);
    const progress: string[] = [];
    const dir = await resolve(
      { KLUTCH_CACHE: temporaryDir() },
      async () => module,
      text => progress.push(text),
    );
    expect(progress[0]).toMatch(
      /no download \(these CRDs are missing: compositeresourcedefinitions\./,
    );
    expect(readdirSync(dir)).toHaveLength(CRDS.length);
    // The module's files are read-only; the copies must be removable.
    const [file = ''] = readdirSync(dir);
    expect((statSync(join(dir, file)).mode % 0o1000) & 0o200).toBe(0o200);
  });

  it('reports what was tried when all methods fail', async () => {
    await expect(
      resolve({ KLUTCH_CACHE: temporaryDir() }, noModule),
    ).rejects.toThrow(
      /CRDs of Crossplane v1\.20\.13 could not be found[^]*HTTP 404[^]*go is not installed[^]*crossplane-crds/,
    );
  });
});
