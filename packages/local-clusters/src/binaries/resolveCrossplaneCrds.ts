/** Finds or installs Crossplane's CRDs: beside the programs, in the cache, from the source archive or the Go module. */
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { extract } from 'tar';
import { parse } from 'yaml';
import {
  cacheFolder,
  goModuleFolder,
  installOnce,
  type InstallMethod,
  type ResolveOptions,
} from '@klutch/programs';
import { cachedCrossplaneCrds } from './cachedFiles';
import { crossplaneSourceArchive } from './downloadSources';
import { moduleFolder, versions } from './programs';
import {
  defaultDependencies,
  environmentFolders,
  type ResolverDependencies,
} from './resolveBinary';

/** Replaced in tests: the network and Go. */
export type CrdResolverDependencies = Pick<
  ResolverDependencies,
  'downloader' | 'hosts'
> & {
  moduleFolder(options: ResolveOptions): Promise<string>;
};

const defaultCrdDependencies: CrdResolverDependencies = {
  ...defaultDependencies,
  moduleFolder: options =>
    goModuleFolder(
      'github.com/crossplane/crossplane',
      moduleFolder('crossplane'),
      options,
    ),
};

/** CRDs that Crossplane's core requires for its start, or that are needed for its use. */
const REQUIRED_CRDS = [
  'compositeresourcedefinitions.apiextensions.crossplane.io',
  'compositionrevisions.apiextensions.crossplane.io',
  'compositions.apiextensions.crossplane.io',
  'locks.pkg.crossplane.io',
];

/**
 * Returns the folder with Crossplane's CRDs, one YAML file each.
 *
 * @throws Error that names every method that was tried and what to do.
 */
export async function resolveCrossplaneCrds(
  options: ResolveOptions = {},
  dependencies: CrdResolverDependencies = defaultCrdDependencies,
): Promise<string> {
  const env = options.env ?? process.env;
  const alreadyTried: string[] = [];
  for (const { variable, dir } of environmentFolders(env)) {
    const places = dir
      ? [join(dir, 'crossplane-crds'), join(dir, '..', 'crossplane-crds')]
      : [];
    const found = places.find(place => existsSync(place));
    if (found) return found;
    alreadyTried.push(
      dir
        ? `${variable}: no crossplane-crds in or beside ${dir}`
        : `${variable}: not set`,
    );
  }
  const target = cachedCrossplaneCrds(cacheFolder(env));
  return installOnce({
    what: `CRDs of Crossplane v${versions.crossplane}`,
    target,
    methods: [
      sourceArchiveMethod(options, dependencies),
      goModuleMethod(options, dependencies),
    ],
    alreadyTried: [...alreadyTried, `cache: not in ${target}`],
    hint:
      `Put the files of cluster/crds of Crossplane's source into a folder crossplane-crds in KLUTCH_LOCAL_BIN, ` +
      `or install Go 1.26 or later (https://go.dev/dl), or allow this machine to download them.`,
    onProgress: options.onProgress,
    signal: options.signal,
  });
}

/** GitHub generates source archives on request and publishes no checksum, so the required CRDs are checked instead. */
async function assertRequiredCrds(dir: string): Promise<void> {
  const files = (await readdir(dir)).filter(file => file.endsWith('.yaml'));
  const names = await Promise.all(
    files.map(async file => {
      const crd = parse(await readFile(join(dir, file), 'utf8')) as {
        kind?: string;
        metadata?: { name?: string };
      };
      if (crd?.kind !== 'CustomResourceDefinition')
        throw new Error(`${file} is not a CRD`);
      return crd.metadata?.name;
    }),
  );
  const missing = REQUIRED_CRDS.filter(name => !names.includes(name));
  if (missing.length > 0)
    throw new Error(`these CRDs are missing: ${missing.join(', ')}`);
}

function sourceArchiveMethod(
  options: ResolveOptions,
  { downloader, hosts }: CrdResolverDependencies,
): InstallMethod {
  return {
    name: 'download',
    async install(target) {
      const url = crossplaneSourceArchive(hosts);
      const archive = join(dirname(target), basename(url));
      await downloader.file(url, archive, { signal: options.signal });
      await mkdir(target);
      // crossplane-<version>/cluster/crds/<file>
      const isCrd = (path: string) =>
        /^[^/]+\/cluster\/crds\/[^/]+\.yaml$/.test(path);
      await extract({ file: archive, cwd: target, strip: 3, filter: isCrd });
      await assertRequiredCrds(target);
    },
  };
}

function goModuleMethod(
  options: ResolveOptions,
  dependencies: CrdResolverDependencies,
): InstallMethod {
  return {
    name: 'Go module',
    async install(target) {
      const source = join(
        await dependencies.moduleFolder(options),
        'cluster',
        'crds',
      );
      // The module's files are write-protected; the copies are made writable.
      await mkdir(target);
      for (const file of await readdir(source)) {
        await writeFile(join(target, file), await readFile(join(source, file)));
      }
      await assertRequiredCrds(target);
    },
  };
}
