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
  unlessRefusedOnTerminal,
} from '@klutch/sandbox';
import { Counts, countOf } from './counts';
import { say } from './run';

const install = { say, mayRun: unlessRefusedOnTerminal };

async function attempt(work: () => Promise<void>): Promise<Counts> {
  try {
    await work();
    return countOf(true);
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return countOf(false);
  }
}

/** The browser and PostgreSQL's tools. */
export function prepareSystem(): Promise<Counts> {
  say('programs of the system');
  return attempt(async () => {
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
  say('kubernetes binaries');
  return attempt(async () => {
    for (const name of programs) {
      await resolveBinary(name, { onProgress: say });
    }
  });
}

/** Asks the system's package manager for a program only where the way without it fails. */
async function elseWith(
  program: SystemProgram,
  find: () => Promise<string>,
): Promise<void> {
  try {
    await find();
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    await ensureProgram(program, install);
    await find();
  }
}

/** A real identity provider, and the Java that runs it. */
export function prepareKeycloak(): Promise<Counts> {
  say('Keycloak');
  const options = { onProgress: say };
  return attempt(async () => {
    await elseWith(java, () => resolveJava(options));
    await elseWith(maven, () => resolveKeycloak(options));
  });
}
