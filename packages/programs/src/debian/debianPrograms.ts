/** Programs of Debian and Ubuntu packages, unpacked into the cache: without root, without an installation. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join, resolve } from 'node:path';
import { glob } from 'tinyglobby';
import { cacheFolder, currentPlatform } from '../cacheFolder';
import { findInFolders, type FoundPrograms } from '../foundPrograms';
import { installOnce, type InstallMethod } from '../installOnce';
import { whileReportingElapsed } from '../reportElapsed';
import type { ResolveOptions } from '../resolveOptions';
import { runTool } from '../runTool';
import { relocateScripts } from './relocateScripts';

/** Programs, and the packages that contain them. */
export interface DebianRequest<Name extends string> extends ResolveOptions {
  /**
   * Every package whose files are used. These are unpacked in any case; of their dependencies only those are that the
   * system lacks.
   */
  packages: readonly string[];
  /** Names of programs of these packages. */
  programs: readonly Name[];
  /**
   * Folders of programs under `/usr`, searched before `bin` and `sbin`; a name can be a glob pattern. For example
   * `lib/rabbitmq/bin`.
   */
  folders?: readonly string[];
}

/** Empty on systems that lack the file, such as macOS. */
const readOsRelease = (): Promise<string> =>
  readFile('/etc/os-release', 'utf8').catch(() => '');

/** The name of the release of Debian, Ubuntu or a system made from these; `undefined` for other systems. */
export function debianRelease(osRelease: string): string | undefined {
  const values = new Map(
    osRelease.split('\n').map(line => {
      const [key = '', value = ''] = line.split('=');
      return [key, value.replace(/"/g, '')];
    }),
  );
  const ids = `${values.get('ID')} ${values.get('ID_LIKE')}`.split(' ');
  return ids.includes('debian') ? values.get('VERSION_CODENAME') : undefined;
}

/** Folders of apt for one installation; without `lists` apt uses the package lists of the system. */
interface AptFolders {
  archives: string;
  lists?: string;
}

/**
 * Apt's configuration for a user without rights: nothing of the system is written, locked or, by hooks of other
 * packages, called. Apt's signatures, sources and proxy apply as usual.
 */
export function aptConfiguration({ archives, lists }: AptFolders): string {
  return [
    `Dir::Cache::archives "${archives}";`,
    // Caches that apt would write into the system's folder.
    'Dir::Cache::pkgcache "";',
    'Dir::Cache::srcpkgcache "";',
    ...(lists ? [`Dir::State::lists "${lists}";`] : []),
    'Debug::NoLocking "true";',
    // The user _apt, which root downloads as, cannot write into a user's cache.
    'APT::Sandbox::User "root";',
    'APT::Install-Recommends "false";',
    'Acquire::Languages "none";',
    '#clear Acquire::IndexTargets::deb::DEP-11;',
    ...['Pre-Invoke', 'Post-Invoke', 'Post-Invoke-Success'].map(
      hook => `#clear APT::Update::${hook};`,
    ),
    '',
  ].join('\n');
}

async function programFolders(
  root: string,
  patterns: readonly string[] = [],
): Promise<string[]> {
  const usr = join(root, 'usr');
  const folders = await glob([...patterns], {
    cwd: usr,
    onlyDirectories: true,
  });
  return [...folders, 'bin', 'sbin'].map(folder => resolve(usr, folder));
}

interface AptOptions {
  /** Name in progress lines. */
  what: string;
  /** Whether to download package lists instead of using those of the system. */
  newLists: boolean;
  /** The folder in which the programs will run. */
  finalTarget: string;
}

/** Downloads with apt and unpacks with dpkg. */
const aptMethod = (
  request: DebianRequest<string>,
  { what, newLists, finalTarget }: AptOptions,
): InstallMethod => ({
  name: `download with ${newLists ? 'new package lists' : 'the package lists of this system'}`,
  async install(target) {
    const { packages, programs, folders, env = process.env } = request;
    const { onProgress, signal } = request;
    const folder = dirname(target);
    const archives = join(folder, 'archives');
    const lists = newLists ? join(folder, 'lists') : undefined;
    const configuration = join(folder, 'apt.conf');
    await mkdir(archives);
    if (lists) await mkdir(join(lists, 'partial'), { recursive: true });
    await writeFile(configuration, aptConfiguration({ archives, lists }));
    const run = (command: string, ...args: string[]) =>
      runTool({
        command,
        args,
        cwd: folder,
        env: { ...env, LC_ALL: 'C', DEBIAN_FRONTEND: 'noninteractive' },
        logFile: join(folder, 'log'),
        appendLog: true,
        signal,
      });
    const apt = (...args: string[]) =>
      run('apt-get', '-c', configuration, '-qq', ...args);

    await whileReportingElapsed(
      `${what}: downloading`,
      onProgress,
      async () => {
        if (newLists) await apt('update');
        await apt('install', '--download-only', '--reinstall', ...packages);
      },
    );
    await mkdir(target);
    for (const archive of await glob('*.deb', { cwd: archives })) {
      await run('dpkg', '--extract', join(archives, archive), target);
    }
    await findInFolders(await programFolders(target, folders), programs);
    await relocateScripts(target, finalTarget);
  },
});

const searchPath = (folders: string[], inherited?: string) =>
  [...folders, ...(inherited ? [inherited] : [])].join(delimiter);

/** The environment in which the programs of an unpacked folder find each other and their libraries. */
async function environmentIn(
  root: string,
  env: NodeJS.ProcessEnv,
): Promise<NodeJS.ProcessEnv> {
  // Named by processor, for example x86_64-linux-gnu.
  const libraries = await glob('{usr/lib,lib}/*-linux-gnu*', {
    cwd: root,
    onlyDirectories: true,
  });
  return {
    ...env,
    PATH: searchPath(await programFolders(root), env.PATH),
    LD_LIBRARY_PATH: searchPath(
      libraries.map(folder => resolve(root, folder)),
      env.LD_LIBRARY_PATH,
    ),
  };
}

/**
 * Finds programs of Debian packages. The first use on a machine downloads the packages, and the dependencies that the
 * system lacks, with apt's verification, and unpacks them into the cache; nothing is installed.
 *
 * @throws Error that says what was tried and what to install instead, on other systems too.
 */
export async function debianPrograms<Name extends string>(
  request: DebianRequest<Name>,
  osRelease = readOsRelease,
): Promise<FoundPrograms<Name>> {
  const { packages, programs, folders } = request;
  const { env = process.env, signal, onProgress } = request;
  const what = `Debian packages ${packages.join(', ')}`;
  const release = debianRelease(await osRelease());
  if (!release)
    throw new Error(`${what}: this system is neither Debian nor Ubuntu`);
  const root = join(
    cacheFolder(env),
    'debian',
    `${release}-${currentPlatform().arch}`,
    packages.join('+'),
  );
  await installOnce({
    what,
    target: root,
    methods: [false, true].map(newLists =>
      aptMethod(request, { what, newLists, finalTarget: root }),
    ),
    alreadyTried: [`cache: not in ${root}`],
    hint: `Install them (sudo apt-get install ${packages.join(' ')}), or allow this machine to download from the sources of apt.`,
    onProgress,
    signal,
  });
  return {
    programs: await findInFolders(
      await programFolders(root, folders),
      programs,
    ),
    prefix: join(root, 'usr'),
    env: await environmentIn(root, env),
  };
}
