// What tests need of the machine, brought before them, so that no test has to wait for it.
import { resolveBinary } from '@klutch/local-clusters';
import { chromium, ensureProgram, postgresqlClient } from '@klutch/sandbox';
import { Counts, countOf } from './counts';
import { say } from './run';

async function attempt(work: () => void | Promise<void>): Promise<Counts> {
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
  return attempt(() => {
    ensureProgram(postgresqlClient, say);
    process.env.KLUTCH_CHROMIUM = ensureProgram(chromium, say);
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
