/** `approve`: lets the konnector delete copies that it holds back because many objects were deleted at once. */
import {
  bindResources,
  getCondition,
  names,
  type APIServiceBinding,
} from '@klutch/bind-api';
import { konnectorAnnotations, konnectorConditions } from '@klutch/konnector';
import type { KubeClient } from '@klutch/kube';
import { requireConsent, type CommandContext } from '../CommandContext';
import { dryRunSuffix, type DryRun } from '../output/dryRunOption';
import { printable } from '../output/table';

/** Flags of `approve`. */
export interface ApproveFlags {
  dryRun: DryRun;
  yes?: boolean;
}

const { appClusterNamespace: namespace } = names;

/** Reason of the konnector's condition `Syncing` while deletions wait. */
const paused = 'DeletionsPaused';

async function requirePaused(
  client: KubeClient,
  name: string,
): Promise<{ binding: APIServiceBinding; message: string }> {
  const binding = await client.get(bindResources.bindings, { namespace, name });
  if (!binding) {
    throw new Error(
      `"${name}" is not bound. List the bindings with "kubectl klutch status".`,
    );
  }
  const { message = '', reason } =
    getCondition(binding.status?.conditions, konnectorConditions.syncing) ?? {};
  if (reason === paused) return { binding, message: printable(message) };
  throw new Error(
    `No deletions of ${name} wait for approval, so nothing was approved.`,
  );
}

/**
 * Approves a number of deletions.
 *
 * @throws Error when none wait, or the user declines
 */
export async function runApprove(
  context: CommandContext,
  client: KubeClient,
  name: string,
  count: number,
  { dryRun, yes }: ApproveFlags,
): Promise<void> {
  const { binding, message } = await requirePaused(client, name);
  context.stderr.write(`${message}\n`);
  await requireConsent(
    context,
    yes || dryRun !== 'none',
    `Delete ${count} of these copies, with their data, on the control plane?`,
    'Nothing was approved. Add --yes to approve.',
  );
  const approval = {
    metadata: {
      uid: binding.metadata.uid,
      annotations: { [konnectorAnnotations.approveDeletions]: `${count}` },
    },
  };
  if (dryRun !== 'client') {
    const key = { namespace, name };
    await client.mergePatch(bindResources.bindings, key, approval, {
      dryRun: dryRun === 'server',
    });
  }
  context.stdout.write(
    `${count} deletions of ${name} approved${dryRunSuffix[dryRun]}\n`,
  );
}
