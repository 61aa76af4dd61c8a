/** Makes an app with the official generator, and adds what only the test needs. */
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { parse, stringify } from 'yaml';
import type { FrontendSystem } from './page';

/** The generator of Backstage 1.55. */
const GENERATOR = '@backstage/create-app@0.9.2';

/**
 * The caret ranges of the generator take packages of later releases, which do not fit together. Versions after this
 * day are refused instead.
 */
const NEWEST_VERSIONS = Date.UTC(2026, 9, 14);

const DAY_MS = 86_400_000;

interface AppManifest {
  resolutions: Record<string, string>;
  dependenciesMeta?: Record<string, { built: boolean }>;
}

/** @yarnpkg/core after 4.9.1 depends on a file that was not published. */
const resolutions = {
  '@yarnpkg/core': '4.9.1',
  'better-sqlite3': '13.0.3',
};

async function edit<T>(
  file: string,
  read: (text: string) => T,
  change: (content: T) => T,
  write: (content: T) => string,
): Promise<void> {
  await writeFile(file, write(change(read(await readFile(file, 'utf8')))));
}

/** Where packages come from: `@klutch` from the registry, others as on this machine and as they were on a day. */
const editYarnrc = (app: string, registry: string) =>
  edit<Record<string, unknown>>(
    join(app, '.yarnrc.yml'),
    parse,
    settings => ({
      ...settings,
      enableTelemetry: false,
      npmMinimalAgeGate: `${Math.ceil((Date.now() - NEWEST_VERSIONS) / DAY_MS)}d`,
      npmPreapprovedPackages: ['@kubernetes/client-node'],
      npmScopes: { klutch: { npmRegistryServer: registry } },
      unsafeHttpWhitelist: ['127.0.0.1'],
    }),
    stringify,
  );

/** Native packages are not compiled, as in this repository. */
const editManifest = async (app: string, repository: string) => {
  const own = JSON.parse(
    await readFile(join(repository, 'package.json'), 'utf8'),
  ) as AppManifest;
  await edit<AppManifest>(
    join(app, 'package.json'),
    JSON.parse,
    manifest => ({
      ...manifest,
      resolutions: { ...manifest.resolutions, ...resolutions },
      dependenciesMeta: own.dependenciesMeta,
    }),
    content => JSON.stringify(content, undefined, 2),
  );
};

/** Options of {@link generateApp}. */
export interface GeneratedAppOptions {
  system: FrontendSystem;
  /** Folder of the new app. */
  app: string;
  /** URL of the registry of `@klutch`. */
  registry: string;
  /** Folder of this repository. */
  repository: string;
}

/** @throws with the generator's output when it fails */
export async function generateApp(options: GeneratedAppOptions): Promise<void> {
  const { app, registry, repository, system } = options;
  await rm(app, { recursive: true, force: true });
  const flags = system === 'classic' ? ['--legacy'] : [];
  await execa(
    'npx',
    ['--yes', GENERATOR, '--path', app, '--skip-install', ...flags],
    { env: { BACKSTAGE_APP_NAME: 'portal' }, stdin: 'ignore' },
  );
  await editYarnrc(app, registry);
  await editManifest(app, repository);
}
