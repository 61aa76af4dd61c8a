/** `templates diff`: differences between a file and the control plane, as kubectl diff shows them. */
import type { KubeClient } from '@klutch/kube';
import { CommanderError } from 'commander';
import { createTwoFilesPatch } from 'diff';
import type { CommandContext } from '../CommandContext';
import { withProgress } from '../progress';
import { affectedLines } from './affectedExports';
import { isChanged, planOffers, type ObjectChange } from './planOffers';
import { readOffers } from './readOffers';

/** Flags of `templates diff`. */
export interface DiffTemplatesFlags {
  filename: string;
  namespace?: string;
}

/** A unified diff of one object. */
const diffText = ({ name, before, after }: ObjectChange): string =>
  createTwoFilesPatch(`live/${name}`, `merged/${name}`, before, after)
    .replace(/^=+\n/, '')
    // Headers end with a tab, after which other programs write a time.
    .replace(/^((?:---|\+\+\+) .*)\t$/gm, '$1');

/**
 * Prints the differences.
 *
 * @throws CommanderError with exit code 1, and no message, when there are any
 */
export async function runDiffTemplates(
  context: CommandContext,
  client: KubeClient,
  flags: DiffTemplatesFlags,
): Promise<void> {
  if (await printDifferences(context, client, flags)) {
    throw new CommanderError(1, 'klutch.differences', 'There are differences.');
  }
}

/** @returns whether there are any */
async function printDifferences(
  { stderr, stdout }: CommandContext,
  client: KubeClient,
  { filename, namespace }: DiffTemplatesFlags,
): Promise<boolean> {
  const offers = await readOffers(filename, namespace);
  const planned = await withProgress(
    stderr,
    'Waiting for the control plane to check the export templates',
    planOffers(client, offers),
  );
  const differing = planned.filter(({ changes }) => changes.some(isChanged));
  for (const { api, changes, affected } of differing) {
    for (const change of changes.filter(isChanged)) {
      stdout.write(diffText(change));
    }
    for (const line of affectedLines(api, affected)) stderr.write(`${line}\n`);
  }
  return differing.length > 0;
}
