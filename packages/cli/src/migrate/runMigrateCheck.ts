/** `migrate check`: what happens to data when the other konnector starts. */
import type { KubeClient } from '@klutch/kube';
import type { CommandContext } from '../CommandContext';
import { dataText, type DataFormat } from '../output/objects';
import { withProgress } from '../progress';
import type { KonnectorKind } from '../konnector/konnectorDeployment';
import { checkKonnector } from './konnectorChecks';
import { boundAppCluster } from './konnectorPackage';
import { readKonnectorState } from './runMigrateKonnector';

/** Flags of `migrate check`. */
export interface MigrateCheckFlags {
  /** Default: the one that is not installed. */
  to?: KonnectorKind;
  output?: DataFormat;
}

/**
 * Prints the result; changes nothing.
 *
 * @throws Error when there is a reason not to change the konnector
 */
export async function runMigrateCheck(
  { stderr, stdout }: CommandContext,
  client: KubeClient,
  { output, ...flags }: MigrateCheckFlags,
): Promise<void> {
  const { current } = await readKonnectorState(client);
  const to = flags.to ?? (current === 'klutch' ? 'reference' : 'klutch');
  const { blockers, lines, report } = await withProgress(
    stderr,
    'Checking the bindings and their control planes',
    checkKonnector(to, boundAppCluster(client)),
  );
  stdout.write(
    output
      ? dataText({ to, current, ...report }, output)
      : `${lines.join('\n')}\n`,
  );
  if (blockers.length > 0) {
    throw new Error(
      `Do not change to the konnector of the ${to} yet. Follow the advice above, then run this command again.`,
    );
  }
}
