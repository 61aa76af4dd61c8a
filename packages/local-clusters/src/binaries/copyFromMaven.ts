/** Fetches files from Maven repositories with Maven itself, so that its settings and mirrors apply. */
import { join } from 'node:path';
import { startProcess } from '@klutch/local-processes';
import type { ResolveOptions } from './resolveBinary';

const PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy';
const NOT_FOUND = 127;

/**
 * Copies an artifact (`group:name:version:type`) into a folder, as `<name>-<version>.<type>`.
 *
 * @throws Error with Maven's last lines.
 */
export async function copyFromMaven(
  artifact: string,
  folder: string,
  { env = process.env, signal }: ResolveOptions = {},
): Promise<void> {
  const { MAVEN_HOME: home } = env;
  const copy = await startProcess({
    name: 'mvn',
    command: home ? join(home, 'bin', 'mvn') : 'mvn',
    args: [
      '--batch-mode',
      '--quiet',
      PLUGIN,
      `-Dartifact=${artifact}`,
      `-DoutputDirectory=${folder}`,
    ],
    // Runs outside of any Maven project, whose settings would apply.
    cwd: folder,
    env,
    logFile: join(folder, 'mvn.log'),
    signal,
  });
  const exit = await copy.exited;
  signal?.throwIfAborted();
  if (exit.code === NOT_FOUND) throw new Error('mvn is not installed');
  if (exit.code !== 0) {
    throw new Error(
      `mvn failed (${exit.signal ?? `code ${exit.code}`}): ${exit.lastLines.slice(-4).join(' | ')}`,
    );
  }
}
