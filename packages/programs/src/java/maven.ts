/** Fetches files from Maven repositories with Maven itself, so that its settings and mirrors apply. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { cacheFolder } from '../cacheFolder';
import { installOnce } from '../installOnce';
import { whileReportingElapsed } from '../reportElapsed';
import type { ResolveOptions } from '../resolveOptions';
import { runTool } from '../runTool';

const DEPENDENCY_PLUGIN =
  'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';

/** Runs a goal of the dependency plugin in a folder, outside of any other Maven project, whose settings would apply. */
function runMaven(
  goal: string,
  folder: string,
  properties: Record<string, string>,
  { env = process.env, signal }: ResolveOptions,
): Promise<void> {
  const { MAVEN_HOME: home } = env;
  return runTool({
    name: 'mvn',
    command: home ? join(home, 'bin', 'mvn') : 'mvn',
    args: [
      '--batch-mode',
      '--quiet',
      `${DEPENDENCY_PLUGIN}:${goal}`,
      ...Object.entries(properties).map(([key, value]) => `-D${key}=${value}`),
    ],
    cwd: folder,
    env,
    logFile: join(folder, 'mvn.log'),
    signal,
  });
}

/**
 * Copies an artifact (`group:name:version:type`) into a folder, as `<name>-<version>.<type>`.
 *
 * @throws Error with Maven's last lines.
 */
export const copyFromMaven = (
  artifact: string,
  folder: string,
  options: ResolveOptions = {},
): Promise<void> =>
  runMaven('copy', folder, { artifact, outputDirectory: folder }, options);

/**
 * Unpacks an artifact that is an archive into a folder. Maven leaves files of its own in the parent of the folder, and
 * skips an artifact that such files name.
 *
 * @throws Error with Maven's last lines.
 */
export const unpackFromMaven = (
  artifact: string,
  folder: string,
  options: ResolveOptions = {},
): Promise<void> =>
  runMaven(
    'unpack',
    dirname(folder),
    { artifact, outputDirectory: folder },
    options,
  );

/** Copies an artifact (`group:name:version`) and all that it needs at run time into a folder. */
async function copyWithDependencies(
  coordinates: string,
  folder: string,
  options: ResolveOptions,
): Promise<void> {
  const [group, name, version] = coordinates.split(':');
  const project = dirname(folder);
  // The goal copies the dependencies of a project, so the artifact becomes the only one of a project.
  await writeFile(
    join(project, 'pom.xml'),
    `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>klutch</groupId>
  <artifactId>programs</artifactId>
  <version>1</version>
  <packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>${group}</groupId>
      <artifactId>${name}</artifactId>
      <version>${version}</version>
    </dependency>
  </dependencies>
</project>
`,
  );
  await mkdir(folder);
  await runMaven(
    'copy-dependencies',
    project,
    { includeScope: 'runtime', outputDirectory: folder },
    options,
  );
}

/** A Java program in a Maven repository. */
export interface MavenRequest extends ResolveOptions {
  /** `group:name:version` */
  coordinates: string;
}

/**
 * Returns the folder with the JAR files of an artifact and of its dependencies, for `java -cp '<folder>/*'`.
 *
 * @throws Error that says what to install when Maven is missing or fails.
 */
export async function mavenArtifacts({
  coordinates,
  ...options
}: MavenRequest): Promise<string> {
  const target = join(
    cacheFolder(options.env),
    'maven',
    coordinates.replaceAll(':', '-'),
  );
  return installOnce({
    what: coordinates,
    target,
    methods: [
      {
        name: 'Maven',
        install: folder =>
          whileReportingElapsed(
            `${coordinates}: copying from Maven's repository`,
            options.onProgress,
            () => copyWithDependencies(coordinates, folder, options),
          ),
      },
    ],
    alreadyTried: [`cache: not in ${target}`],
    hint: 'Install Maven 3, or name its folder with MAVEN_HOME, and allow this machine to download from its repository.',
    onProgress: options.onProgress,
    signal: options.signal,
  });
}
