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
import { moduleFolder, versions, type CrossplaneFamily } from './programs';
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
  moduleFolder(
    family: CrossplaneFamily,
    options: ResolveOptions,
  ): Promise<string>;
};

const goModules: Readonly<Record<CrossplaneFamily, string>> = {
  crossplane: 'github.com/crossplane/crossplane',
  crossplane2: 'github.com/crossplane/crossplane/v2',
};

const defaultCrdDependencies: CrdResolverDependencies = {
  ...defaultDependencies,
  moduleFolder: (family, options) =>
    goModuleFolder(goModules[family], moduleFolder(family), options),
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
  family: CrossplaneFamily,
  options: ResolveOptions = {},
  dependencies: CrdResolverDependencies = defaultCrdDependencies,
): Promise<string> {
  const env = options.env ?? process.env;
  const folder = `${family}-crds`;
  const alreadyTried: string[] = [];
  for (const { variable, dir } of environmentFolders(env)) {
    const places = dir ? [join(dir, folder), join(dir, '..', folder)] : [];
    const found = places.find(place => existsSync(place));
    if (found) return found;
    alreadyTried.push(
      dir
        ? `${variable}: no ${folder} in or beside ${dir}`
        : `${variable}: not set`,
    );
  }
  const target = cachedCrossplaneCrds(cacheFolder(env), family);
  return installOnce({
    what: `CRDs of Crossplane v${versions[family]}`,
    target,
    methods: [
      sourceArchiveMethod(family, options, dependencies),
      goModuleMethod(family, options, dependencies),
    ],
    alreadyTried: [...alreadyTried, `cache: not in ${target}`],
    hint:
      `Put the files of cluster/crds of Crossplane's source into a folder ${folder} in KLUTCH_LOCAL_BIN, ` +
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
  family: CrossplaneFamily,
  options: ResolveOptions,
  { downloader, hosts }: CrdResolverDependencies,
): InstallMethod {
  return {
    name: 'download',
    async install(target) {
      const url = crossplaneSourceArchive(family, hosts);
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
  family: CrossplaneFamily,
  options: ResolveOptions,
  dependencies: CrdResolverDependencies,
): InstallMethod {
  return {
    name: 'Go module',
    async install(target) {
      const source = join(
        await dependencies.moduleFolder(family, options),
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
