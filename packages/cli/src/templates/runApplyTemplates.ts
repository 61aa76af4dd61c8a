/** `templates apply`: offers the APIs of a file. */
import type { KubeClient, KubeObject } from '@klutch/kube';
import type { CommandContext } from '../CommandContext';
import { dryRunSuffix, type DryRun } from '../output/dryRunOption';
import {
  listText,
  nameText,
  withoutManagedFields,
  type ObjectFormat,
} from '../output/objects';
import { withProgress } from '../progress';
import { affectedLines } from './affectedExports';
import {
  isChanged,
  planOffers,
  type ObjectChange,
  type OfferChange,
} from './planOffers';
import { readOffers, type Offer } from './readOffers';

/** Flags of an apply. */
interface ApplyFlags {
  dryRun: DryRun;
  output?: ObjectFormat;
}

/** Flags of `templates apply`. */
export interface ApplyTemplatesFlags extends ApplyFlags {
  filename: string;
  namespace?: string;
}

/** What an apply does to the object, in kubectl's words. */
function changeWord(change: ObjectChange): string {
  if (!isChanged(change)) return 'unchanged';
  return change.before === '' ? 'created' : 'configured';
}

const objectsOf = ({ template, roles }: Offer): KubeObject[] => [
  ...roles,
  template,
];

/** Unchanged objects are not written, so that a repeated apply leaves their owners as they are. */
async function writeChanges(
  planned: readonly OfferChange[],
  onDone: (change: ObjectChange, object: KubeObject) => void,
  dryRun: boolean,
): Promise<void> {
  for (const change of planned.flatMap(({ changes }) => changes)) {
    const write = isChanged(change) && !dryRun;
    onDone(change, write ? await change.apply() : change.object);
  }
}

/**
 * Applies offers after the API server has checked all of them.
 *
 * @throws Error when one is refused; then nothing is written
 */
export async function applyOffers(
  { stderr, stdout }: CommandContext,
  client: KubeClient,
  offers: readonly Offer[],
  { dryRun, output }: ApplyFlags,
): Promise<void> {
  const printed = output === 'yaml' || output === 'json' ? output : undefined;
  if (dryRun === 'client') {
    const objects = offers.flatMap(objectsOf);
    stdout.write(listText(objects, printed ?? 'yaml'));
    return;
  }
  const planned = await withProgress(
    stderr,
    'Waiting for the control plane to check the export templates',
    planOffers(client, offers),
  );
  const written: KubeObject[] = [];
  const nameFormat = output === 'name' ? output : undefined;
  await writeChanges(
    planned,
    (change, object) => {
      written.push(withoutManagedFields(object));
      if (printed) return;
      const done = `${changeWord(change)}${dryRunSuffix[dryRun]}`;
      stdout.write(nameText(change.name, nameFormat, done));
    },
    dryRun === 'server',
  );
  if (printed) stdout.write(listText(written, printed));
  for (const { api, changes, affected } of planned) {
    if (!changes.some(isChanged)) continue;
    for (const line of affectedLines(api, affected)) stderr.write(`${line}\n`);
  }
}

/** Reads and applies a file. */
export async function runApplyTemplates(
  context: CommandContext,
  client: KubeClient,
  { filename, namespace, ...flags }: ApplyTemplatesFlags,
): Promise<void> {
  await applyOffers(
    context,
    client,
    await readOffers(filename, namespace),
    flags,
  );
}
