/** Fetches single files from Maven's repository, with Maven itself. `@klutch/programs` does so for whole programs. */
import { join } from 'node:path';
import { runProgram } from '../../../host/runProgram';

const plugin = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

/** Throws an error with Maven's message. */
async function runMaven(goal: string, artifact: string, folder: string) {
  const { MAVEN_HOME: home } = process.env;
  const { exitCode, stdout, stderr } = await runProgram(
    home ? join(home, 'bin', 'mvn') : 'mvn',
    [
      ...['--batch-mode', '--quiet'],
      `${plugin}:${goal}`,
      `-Dartifact=${artifact}`,
      `-DoutputDirectory=${folder}`,
    ],
    { env: process.env },
  );
  if (exitCode === 0) return;
  const reason = `${stdout}\n${stderr}`
    .split('\n')
    .find(line => line.startsWith('[ERROR]'));
  throw new Error(
    `mvn failed for ${artifact}: ${reason ?? 'it is not installed'}`,
  );
}

/** Copies an artifact (`group:name:version:type`) into a folder. */
export const copyFromMaven = (artifact: string, folder: string) =>
  runMaven('copy', artifact, folder);

/** Unpacks an artifact that is an archive into a folder. */
export const unpackFromMaven = (artifact: string, folder: string) =>
  runMaven('unpack', artifact, folder);
