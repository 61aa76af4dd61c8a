/** Finds programs from the system's package manager, and installs missing ones with the user's consent. */
import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline/promises';

/** A program of the operating system that the project needs. */
export interface SystemProgram {
  /** Display name. */
  title: string;
  /** Environment variable with the path of the executable, or of its folder. */
  variable: string;
  /** Package name on Debian and Ubuntu. */
  debianPackage: string;
  /** Arguments of `brew install`. */
  homebrew: string;
  /** Path of a suitable executable, if any. */
  find(): Promise<string | undefined>;
}

/** Options for the installation of missing programs. */
export interface InstallOptions {
  /** Receives progress messages. */
  onProgress: (text: string) => void;
  /** Whether the command, in shell syntax, may be run. */
  mayRun: (command: string) => Promise<boolean>;
}

const isFile = (path: string) =>
  statSync(path, { throwIfNoEntry: false })?.isFile() ?? false;

/** Searches the variable's path, then PATH, then further folders. */
function findOnPath(
  variable: string,
  names: string[],
  places: string[] = [],
): string | undefined {
  const named = process.env[variable];
  const folders = [
    ...(named ? [named] : []),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return [
    ...(named ? [named] : []),
    ...folders.flatMap(dir => names.map(name => join(dir, name))),
    ...places,
  ].find(isFile);
}

/** A browser for the end-to-end tests. */
export const chromium: SystemProgram = {
  title: 'Chromium',
  variable: 'KLUTCH_CHROMIUM',
  debianPackage: 'chromium',
  homebrew: '--cask google-chrome',
  find: async () =>
    findOnPath(
      'KLUTCH_CHROMIUM',
      ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'],
      [
        '/usr/bin/chromium',
        '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      ],
    ),
};

/** Runs the identity provider of the long tests. */
export const java: SystemProgram = {
  title: 'Java 17 or later',
  variable: 'JAVA_HOME',
  debianPackage: 'default-jre-headless',
  homebrew: 'openjdk@17',
  find: async () => findOnPath('JAVA_HOME', ['java', 'bin/java']),
};

/** Fetches that identity provider when it cannot be downloaded. */
export const maven: SystemProgram = {
  title: 'Maven 3',
  variable: 'MAVEN_HOME',
  debianPackage: 'maven',
  homebrew: 'maven',
  find: async () => findOnPath('MAVEN_HOME', ['mvn', 'bin/mvn']),
};

const isTerminal = () => Boolean(process.stdin.isTTY && process.stdout.isTTY);

/** Asks the user on the terminal; without a terminal the result is no consent. */
async function confirmOnTerminal(command: string): Promise<boolean> {
  if (!isTerminal()) return false;
  const terminal = createInterface({
    input: process.stdin,
    output: process.stdout,
  });
  const interrupt = new AbortController();
  terminal.once('SIGINT', () => interrupt.abort());
  try {
    const answer = await terminal.question(`Run "${command}" now? [y/N] `, {
      signal: interrupt.signal,
    });
    return /^y(es)?$/i.test(answer.trim());
  } catch (error) {
    if (interrupt.signal.aborted) return false;
    throw error;
  } finally {
    terminal.close();
  }
}

/** Consents without asking in CI or without a terminal; otherwise the user is asked. */
export async function confirmIfInteractive(command: string): Promise<boolean> {
  return process.env.CI || !isTerminal() ? true : confirmOnTerminal(command);
}

/** The command prefix for apt-get; `undefined` on systems without apt-get. */
function aptCommand(): string[] | undefined {
  if (!existsSync('/usr/bin/apt-get')) return undefined;
  if (process.getuid?.() === 0) return ['apt-get'];
  // With a terminal, sudo can ask for the password.
  return isTerminal() ? ['sudo', 'apt-get'] : ['sudo', '-n', 'apt-get'];
}

function runApt(apt: string[], args: string[]): string {
  const [command = 'apt-get', ...first] = apt;
  const { stderr, error } = spawnSync(command, [...first, ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    stdio: [isTerminal() ? 'inherit' : 'ignore', 'pipe', 'pipe'],
  });
  return stderr || error?.message || '';
}

/**
 * The path of a program; installs the package of a missing one with consent.
 *
 * @throws Error with the install command, when the program is missing and was not installed.
 */
export async function ensureProgram(
  program: SystemProgram,
  { onProgress, mayRun }: InstallOptions,
): Promise<string> {
  const present = await program.find();
  if (present) return present;
  const apt = aptCommand();
  const aptLine = `${process.getuid?.() === 0 ? '' : 'sudo '}apt-get install ${program.debianPackage}`;
  const line =
    process.platform === 'darwin'
      ? `brew install ${program.homebrew}`
      : `${apt ? '' : 'on Debian and Ubuntu: '}${aptLine}`;
  const missing = `${program.title} is missing. Install it (${line}) or name it with ${program.variable}, and start again.`;
  if (!apt || !(await mayRun(aptLine))) throw new Error(missing);
  onProgress(
    `Installing ${program.debianPackage} with the system's package manager`,
  );
  runApt(apt, ['update', '-qq']);
  const reason = runApt(apt, [
    'install',
    '-y',
    '-qq',
    '--no-install-recommends',
    program.debianPackage,
  ]);
  const installed = await program.find();
  if (!installed) {
    throw new Error(
      `${program.debianPackage} could not be installed: ${reason.trim().split('\n').slice(-3).join(' ')} ${missing}`,
    );
  }
  return installed;
}
