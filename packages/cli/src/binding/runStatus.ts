/** `status`: the bindings of the app cluster, and what is wrong with them. */
import {
  conditionTypes,
  getCondition,
  type APIServiceBinding,
} from '@klutch/bind-api';
import type { KubeClient } from '@klutch/kube';
import { listBindings } from '../cluster/listBindings';
import type { CommandContext } from '../CommandContext';
import type { ObjectFormat } from '../output/objects';
import {
  ageText,
  columnWidths,
  printable,
  rowText,
  tableText,
} from '../output/table';
import { readSyncErrors, syncErrorsText } from '../status/syncErrors';
import { watchStatus } from '../status/watchStatus';
import { bindingsText } from './printBindings';

/** Flags of `status`. */
export interface StatusFlags {
  watch?: boolean;
  output?: ObjectFormat | 'wide';
}

const statusOf = ({ status }: APIServiceBinding, type: string): string =>
  getCondition(status?.conditions, type)?.status ?? 'Unknown';

/** Messages of all conditions that are problems, the summary excepted. */
const problemsOf = ({ status }: APIServiceBinding): string =>
  (status?.conditions ?? [])
    .filter(
      ({ type, status: value }) =>
        value === 'False' && type !== conditionTypes.ready,
    )
    .map(({ message, reason, type }) => `${type}: ${message ?? reason ?? ''}`)
    .join('; ');

const claimsOf = ({ spec }: APIServiceBinding): string =>
  (spec?.permissionClaims ?? [])
    .map(({ resource, state }) => `${resource} ${state.toLowerCase()}`)
    .join(', ') || '<none>';

function cells(binding: APIServiceBinding, wide: boolean, now: Date): string[] {
  const { metadata, spec, status } = binding;
  const unready =
    metadata.deletionTimestamp === undefined ? '' : 'being unbound';
  return [
    metadata.name ?? '',
    status?.providerPrettyName ?? '<unknown>',
    statusOf(binding, conditionTypes.ready),
    statusOf(binding, conditionTypes.heartbeating),
    ageText(metadata.creationTimestamp, now),
    ...(wide
      ? [
          statusOf(binding, conditionTypes.bindingConnected),
          spec?.kubeconfigSecretRef.name ?? '<none>',
          claimsOf(binding),
        ]
      : []),
    unready || problemsOf(binding),
  ];
}

const headings = (wide: boolean): string[] => [
  'API',
  'PROVIDER',
  'READY',
  'HEARTBEATING',
  'AGE',
  ...(wide ? ['CONNECTED', 'SECRET', 'CLAIMS'] : []),
  'PROBLEM',
];

/** The table of bindings. */
export const statusText = (
  bindings: readonly APIServiceBinding[],
  wide: boolean,
  now: Date,
): string =>
  tableText([
    headings(wide),
    ...bindings.map(binding => cells(binding, wide, now)),
  ]);

/** Rows of a table whose heading was printed before, at least as wide as the heading. */
function rowsText(
  bindings: readonly APIServiceBinding[],
  wide: boolean,
  widths: readonly number[],
): string {
  const now = new Date();
  return bindings
    .map(binding => `${rowText(cells(binding, wide, now), widths)}\n`)
    .join('');
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
  const wide = output === 'wide';
  let widths: number[] = [];
  await watchStatus(context, client, {
    api,
    text(bindings, heading) {
      if (!heading) return rowsText(bindings, wide, widths);
      const now = new Date();
      widths = columnWidths([
        headings(wide),
        ...bindings.map(binding => cells(binding, wide, now)),
      ]);
      return statusText(bindings, wide, now);
    },
  });
}

async function printSyncErrors(
  { stderr, stdout }: CommandContext,
  client: KubeClient,
  bindings: readonly APIServiceBinding[],
): Promise<void> {
  const { errors, unread } = await readSyncErrors(client, bindings);
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
  stdout.write(statusText(bindings, output === 'wide', new Date()));
  if (api || output === 'wide')
    await printSyncErrors(context, client, bindings);
}
