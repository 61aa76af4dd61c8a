/** `migrate konnector`: our konnector in place of the reference's, and back. */
import type { KubeClient } from '@klutch/kube';
import { requireConsent, type CommandContext } from '../CommandContext';
import { parseDuration } from '../duration';
import { installKonnector } from '../konnector/installKonnector';
import {
  deployments,
  konnectorKey,
  konnectorKind,
  type KonnectorKind,
} from '../konnector/konnectorDeployment';
import { requireImage } from '../konnector/konnectorImage';
import { dryRunSuffix, type DryRun } from '../output/dryRunOption';
import { withProgress } from '../progress';
import { keptKey } from './deployments';
import { checkKonnector } from './konnectorChecks';
import { boundAppCluster } from './konnectorPackage';
import { konnectorSteps } from './konnectorSteps';
import {
  planSteps,
  stepTitles,
  type KonnectorState,
  type Step,
} from './planSteps';

/** Flags of `migrate konnector`. */
export interface MigrateKonnectorFlags {
  to: KonnectorKind;
  acceptLoss?: boolean;
  deleteOld?: boolean;
  dryRun: DryRun;
  image?: string;
  timeout: string;
  yes?: boolean;
}

/** What is on the app cluster. */
export async function readKonnectorState(
  client: KubeClient,
): Promise<KonnectorState> {
  const [current, kept] = await Promise.all([
    client.get(deployments, konnectorKey),
    client.get(deployments, keptKey),
  ]);
  return {
    kept: kept !== undefined,
    ...(current && { current: konnectorKind(current) }),
  };
}

/** Steps that need no check: nothing is stopped or started. */
const lastSteps: readonly Step[] = ['wait', 'deleteOld', 'forget'];

/** @throws Error when the other konnector would lose data or fail */
async function requireSafe(
  { stderr }: CommandContext,
  client: KubeClient,
  { acceptLoss, to }: MigrateKonnectorFlags,
): Promise<void> {
  const { blockers, lines } = await withProgress(
    stderr,
    'Checking the bindings and their control planes',
    checkKonnector(to, boundAppCluster(client)),
  );
  stderr.write(`${lines.join('\n')}\n`);
  if (blockers.length === 0 || acceptLoss) return;
  throw new Error(
    `Nothing was changed.\n${blockers.join('\n')}\nFollow the advice above and run the command again, or add --accept-loss.`,
  );
}

const hintOf = (
  to: KonnectorKind,
  steps: readonly Step[],
  kept: boolean,
): string | undefined => {
  if (to === 'klutch') {
    return steps.includes('deleteOld')
      ? undefined
      : `The reference's Deployment is kept as ${keptKey.name}, with its rights. To delete both, run the command again with --delete-old.`;
  }
  return steps.includes('remove') && !kept
    ? "No Deployment of the reference's konnector was kept. Install it now; until then nothing is synced."
    : undefined;
};

/**
 * Changes the konnector; run again after an interruption, it goes on.
 *
 * @throws Error when the check finds a reason not to begin, the user declines, or a step fails
 */
export async function runMigrateKonnector(
  context: CommandContext,
  client: KubeClient,
  flags: MigrateKonnectorFlags,
): Promise<void> {
  const { dryRun, timeout, to, yes } = flags;
  const deadline = Date.now() + parseDuration(timeout);
  const state = await readKonnectorState(client);
  const steps = planSteps(to, state, flags.deleteOld);
  if (steps.length === 0) {
    context.stdout.write(`The konnector is that of the ${to} already.\n`);
    return;
  }
  // Before anything is stopped: without an image nothing would start afterwards.
  const image = steps.includes('install') ? requireImage(flags) : undefined;
  if (steps.some(step => !lastSteps.includes(step))) {
    await requireSafe(context, client, flags);
  }
  if (dryRun !== 'none') {
    if (dryRun === 'server' && image) {
      await installKonnector(client, image, { dryRun });
    }
    for (const step of steps) {
      context.stdout.write(`${stepTitles[step]}${dryRunSuffix[dryRun]}\n`);
    }
    return;
  }
  if (steps.includes('stop')) {
    await requireConsent(
      context,
      yes,
      `Replace the konnector? Nothing is synced until the other one runs: ${steps.map(step => stepTitles[step]).join('; ')}.`,
      'Nothing was changed. Add --yes to replace the konnector.',
    );
  }
  for (const step of steps) {
    await konnectorSteps[step]({ context, client, image, deadline });
  }
  const hint = hintOf(to, steps, state.kept);
  if (hint) context.stderr.write(`${hint}\n`);
}
