// What tests need of the machine, brought before them, so that no test has to wait for it.
import {
  resolveBinary,
  resolveJava,
  resolveKeycloak,
} from '@klutch/local-clusters';
import {
  chromium,
  ensureProgram,
  java,
  maven,
  postgresqlClient,
  type SystemProgram,
  confirmIfInteractive,
} from '@klutch/sandbox';
import { Counts, countOf } from './counts';
import { printHeading } from './run';

const install = { onProgress: printHeading, mayRun: confirmIfInteractive };

async function toCounts(work: () => Promise<void>): Promise<Counts> {
  try {
    await work();
    return countOf(true);
  } catch (error) {
    printHeading(error instanceof Error ? error.message : String(error));
    return countOf(false);
  }
}

/** The browser and PostgreSQL's tools. */
export function prepareSystem(): Promise<Counts> {
  printHeading('programs of the system');
  return toCounts(async () => {
    await ensureProgram(postgresqlClient, install);
    process.env.KLUTCH_CHROMIUM = await ensureProgram(chromium, install);
  });
}

const programs = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kubectl',
  'crossplane',
] as const;

/** The programs of clusters: found, downloaded or built once. */
export function prepareBinaries(): Promise<Counts> {
  printHeading('kubernetes binaries');
  return toCounts(async () => {
    for (const name of programs) {
      await resolveBinary(name, { onProgress: printHeading });
    }
  });
}

/** Asks the system's package manager for a program only where the way without it fails. */
async function findOrInstall(
  program: SystemProgram,
  find: () => Promise<string>,
): Promise<void> {
  try {
    await find();
  } catch (error) {
    printHeading(error instanceof Error ? error.message : String(error));
    await ensureProgram(program, install);
    await find();
  }
}

/** A real identity provider, and the Java that runs it. */
export function prepareKeycloak(): Promise<Counts> {
  printHeading('Keycloak');
  const options = { onProgress: printHeading };
  return toCounts(async () => {
    await findOrInstall(java, () => resolveJava(options));
    await findOrInstall(maven, () => resolveKeycloak(options));
  });
}
