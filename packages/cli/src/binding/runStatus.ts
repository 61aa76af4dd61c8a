/** `status`: the bindings of the app cluster, and what is wrong with them. */
import type { APIServiceBinding } from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { listBindings } from '../cluster/listBindings';
import type { CommandContext } from '../CommandContext';
import type { ObjectFormat } from '../output/objects';
import { columnWidths, printable, rowText, tableText } from '../output/table';
import { withProgress } from '../progress';
import { readSyncErrors, syncErrorsText } from '../status/syncErrors';
import { watchStatus } from '../status/watchStatus';
import { bindingsText } from './printBindings';
import { readExports, type BoundExports } from './readExports';
import { statusRows } from './statusRows';

/** Flags of `status`. */
export interface StatusFlags {
  watch?: boolean;
  output?: ObjectFormat | 'wide';
}

/** @param told - reasons that were written already */
async function readBoundExports(
  { stderr }: CommandContext,
  client: KubeClient,
  bindings: readonly APIServiceBinding[],
  told = new Set<string>(),
): Promise<BoundExports['exports']> {
  const { exports, unread } = await withProgress(
    stderr,
    'Reading the exports',
    readExports(client, bindings),
  );
  for (const reason of unread.filter(text => !told.has(text))) {
    told.add(reason);
    stderr.write(
      `Exports could not be read with the kubeconfig of the konnector: ${printable(reason)}\n`,
    );
  }
  return exports;
}

async function watchBindings(
  context: CommandContext,
  client: KubeClient,
  { output }: StatusFlags,
  api: string | undefined,
): Promise<void> {
  if (output && output !== 'wide') {
    throw new Error(
      '--watch prints tables only. Leave -o out, or use -o wide.',
    );
  }
  // The watch below tries again and again, also at an address without a server.
  await listBindings(client, context.signal);
  const wide = output === 'wide';
  const told = new Set<string>();
  let exports: BoundExports['exports'] = new Map();
  let widths: number[] = [];
  const rowsOf = (bindings: readonly APIServiceBinding[], now: Date) =>
    statusRows(bindings, { exports, wide }, now);
  await watchStatus(context, client, {
    api,
    async refresh(bindings) {
      exports = await readBoundExports(context, client, bindings, told);
    },
    stateOf: binding => JSON.stringify(rowsOf([binding], new Date(0))),
    text(bindings, heading) {
      const rows = rowsOf(bindings, new Date());
      if (!heading) {
        return rows
          .slice(1)
          .map(row => `${rowText(row, widths)}\n`)
          .join('');
      }
      widths = columnWidths(rows);
      return tableText(rows);
    },
  });
}

async function printSyncErrors(
  { stderr, stdout }: CommandContext,
  client: KubeClient,
  bindings: readonly APIServiceBinding[],
): Promise<void> {
  const { errors, unread } = await withProgress(
    stderr,
    'Reading the objects of bound APIs',
    readSyncErrors(client, bindings),
  );
  const text = syncErrorsText(errors);
  if (text) stdout.write(`\n${text}`);
  for (const reason of unread) {
    stderr.write(
      `Errors of objects are incomplete, because a right is missing: ${printable(reason)}\n`,
    );
  }
}

function selected(
  bindings: readonly APIServiceBinding[],
  api: string | undefined,
): readonly APIServiceBinding[] {
  if (!api) return bindings;
  const found = bindings.filter(({ metadata }) => metadata.name === api);
  if (found.length > 0) return found;
  throw new Error(
    `"${api}" is not bound. List the bindings with "kubectl klutch status".`,
  );
}

/**
 * Prints the bindings; for one API, and with `-o wide`, also the objects that are not in step.
 *
 * @param api - only this binding
 */
export async function runStatus(
  context: CommandContext,
  client: KubeClient,
  flags: StatusFlags,
  api?: string,
): Promise<void> {
  if (flags.watch) {
    await watchBindings(context, client, flags, api);
    return;
  }
  const { output } = flags;
  const { stderr, stdout } = context;
  const bindings = selected(await listBindings(client), api);
  if (output && output !== 'wide') {
    stdout.write(bindingsText(bindings, output, ''));
    return;
  }
  if (bindings.length === 0) {
    stderr.write(
      'No APIs are bound. Bind some with "kubectl klutch bind <url>".\n',
    );
    return;
  }
  const wide = output === 'wide';
  const exports = await readBoundExports(context, client, bindings);
  stdout.write(tableText(statusRows(bindings, { exports, wide }, new Date())));
  if (api || wide) await printSyncErrors(context, client, bindings);
}
