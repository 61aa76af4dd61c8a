/** Fetches single files from Maven's repository, with Maven itself. `@klutch/programs` does so for whole programs. */
import { dirname, join } from 'node:path';
import { startProcess } from '@klutch/local-processes';

const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

/** Exit code of the shell of a supervised process. */
const notFound = 127;

/** Runs a goal in the parent of `folder`, where Maven leaves files of its own. Throws an error with Maven's message. */
async function runMaven(goal: string, artifact: string, folder: string) {
  const { MAVEN_HOME: home } = process.env;
  const cwd = dirname(folder);
  const { exited } = await startProcess({
    name: 'mvn',
    command: home ? join(home, 'bin', 'mvn') : 'mvn',
    args: [
      '--batch-mode',
      '--quiet',
      `${plugin}:${goal}`,
      `-Dartifact=${artifact}`,
      `-DoutputDirectory=${folder}`,
    ],
    cwd,
    logFile: join(cwd, 'mvn.log'),
  });
  const { code, lastLines } = await exited;
  if (code === notFound) throw new Error('mvn is not installed');
  if (code === 0) return;
  const reason = lastLines.find(line => line.includes('[ERROR]'));
  throw new Error(`mvn failed for ${artifact}: ${reason ?? `code ${code}`}`);
}

/** Copies an artifact (`group:name:version:type`) into a folder. */
export const copyFromMaven = (artifact: string, folder: string) =>
  runMaven('copy', artifact, folder);

/** Unpacks an artifact that is an archive into a folder. */
export const unpackFromMaven = (artifact: string, folder: string) =>
  runMaven('unpack', artifact, folder);
