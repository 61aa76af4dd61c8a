// Installs the programs that tests need before the tests run, so that no test waits for an installation.
import { resolveBinary } from '@klutch/local-clusters';
import { resolveJava, resolveKeycloak } from '@klutch/programs';
import { fetchPrograms } from '@klutch/provider-local';
import { printHeading } from './run';
import { Counts, countOf } from './runTests';
import {
  chromium,
  ensureProgram,
  java,
  maven,
  type SystemProgram,
  confirmIfInteractive,
} from './systemPrograms';

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

async function fetchServices(types?: readonly string[]): Promise<void> {
  const missing = await fetchPrograms(printHeading, types);
  if (missing.length > 0) throw new Error(missing.join('\n'));
}

/** Fetches the servers of all data services. */
export function prepareServices(): Promise<Counts> {
  printHeading('programs of the data services');
  return toCounts(() => fetchServices());
}

/** The data services that `npm test` runs; the long tests run all. */
const servicesOfTests = ['postgresql', 'mariadb', 'keyvalue'];

/** Installs the browser, and fetches the servers of data services. */
export function prepareSystem(): Promise<Counts> {
  printHeading('programs of the system');
  return toCounts(async () => {
    process.env.KLUTCH_CHROMIUM = await ensureProgram(chromium, install);
    await fetchServices(servicesOfTests);
  });
}

const programs = [
  'etcd',
  'kube-apiserver',
  'kube-controller-manager',
  'kubectl',
  'crossplane',
  'crossplane2',
] as const;

/** Finds, downloads or builds the programs of clusters. */
export function prepareBinaries(): Promise<Counts> {
  printHeading('kubernetes binaries');
  return toCounts(async () => {
    for (const name of programs) {
      await resolveBinary(name, { onProgress: printHeading });
    }
  });
}

/** Uses the system's package manager for a program only when `find` fails. */
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

/** Installs Keycloak and a Java for Keycloak. */
export function prepareKeycloak(): Promise<Counts> {
  printHeading('Keycloak');
  const options = { onProgress: printHeading };
  return toCounts(async () => {
    await findOrInstall(java, () => resolveJava(options));
    await findOrInstall(maven, () => resolveKeycloak(options));
  });
}
