/** Finds programs that come from the system's package manager and installs them where that is allowed. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** A program of the operating system that the project needs. */
export interface SystemProgram {
  /** What people call it. */
  title: string;
  /** Environment variable that may name the executable, or its folder. */
  variable: string;
  /** Names to look for on PATH. */
  names: string[];
  /** Further places, as absolute paths. */
  places: string[];
  /** Debian's package. */
  debianPackage: string;
  /** Whether a program that was found will do. Default: any. */
  suits?: (path: string) => boolean;
}

/** As `pg_dump --version` prints it; 0 when it prints no version. */
function majorVersionOf(path: string): number {
  const { stdout } = spawnSync(path, ['--version'], { encoding: 'utf8' });
  return Number(/ (\d+)[.\d]*/.exec(stdout ?? '')?.[1] ?? 0);
}

/** A browser for the end-to-end tests. */
export const chromium: SystemProgram = {
  title: 'Chromium',
  variable: 'KLUTCH_CHROMIUM',
  names: [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
  ],
  places: [
    '/usr/bin/chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  ],
  debianPackage: 'chromium',
};

/** What backups and restores are made with; must not be older than the servers. */
export const postgresqlClient: SystemProgram = {
  title: 'pg_dump (PostgreSQL client 15 or later)',
  variable: 'KLUTCH_PG_CLIENT_BIN',
  names: ['pg_dump'],
  places: ['17', '16', '15'].map(v => `/usr/lib/postgresql/${v}/bin/pg_dump`),
  debianPackage: 'postgresql-client-15',
  suits: path => majorVersionOf(path) >= 15,
};

/** Runs the identity provider of the long tests. */
export const java: SystemProgram = {
  title: 'Java 17 or later',
  variable: 'JAVA_HOME',
  names: ['java', 'bin/java'],
  places: [],
  debianPackage: 'default-jre-headless',
};

/** Brings that identity provider where it cannot be downloaded. */
export const maven: SystemProgram = {
  title: 'Maven 3',
  variable: 'MAVEN_HOME',
  names: ['mvn', 'bin/mvn'],
  places: [],
  debianPackage: 'maven',
};

const isFile = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

function find(program: SystemProgram): string | undefined {
  const named = process.env[program.variable];
  const onPath = (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap(dir => program.names.map(name => join(dir, name)));
  const candidates = [
    ...(named ? [named, ...program.names.map(name => join(named, name))] : []),
    ...onPath,
    ...program.places,
  ];
  return candidates.find(
    path => isFile(path) && (program.suits?.(path) ?? true),
  );
}

function aptCommand(): string[] | undefined {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  const sudo = spawnSync('sudo', ['-n', 'true'], { stdio: 'ignore' });
  return sudo.status === 0 ? ['sudo', '-n', 'apt-get'] : undefined;
}

/**
 * The path of a program, installing its package first where the system's package manager may be used.
 *
 * @throws Error that says what to install, when the program is missing and cannot be installed from here.
 */
export function ensureProgram(
  program: SystemProgram,
  say: (text: string) => void,
): string {
  const present = find(program);
  if (present) return present;
  const apt = aptCommand();
  const byHand = `Install ${program.title} (Debian and Ubuntu: apt-get install ${program.debianPackage}) or name it with ${program.variable}.`;
  if (!apt) throw new Error(`${program.title} is missing. ${byHand}`);
  say(`Installing ${program.debianPackage} with the system's package manager`);
  const [command, ...args] = apt as [string, ...string[]];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const run = (more: string[]) =>
    spawnSync(command, [...args, ...more], { env, encoding: 'utf8' });
  run(['update', '-qq']);
  const install = run([
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    program.debianPackage,
  ]);
  const installed = find(program);
  if (!installed) {
    throw new Error(
      `${program.title} could not be installed: ${install.stderr.trim().split('\n').slice(-3).join(' ')} ${byHand}`,
    );
  }
  return installed;
}
