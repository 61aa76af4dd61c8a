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
import { ageText, tableText } from '../output/table';
import { bindingsText } from './printBindings';

/** Flags of `status`. */
export interface StatusFlags {
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
      ? [spec?.kubeconfigSecretRef.name ?? '<none>', claimsOf(binding)]
      : []),
    unready || problemsOf(binding),
  ];
}

/** The table of bindings. */
export function statusText(
  bindings: readonly APIServiceBinding[],
  wide: boolean,
  now: Date,
): string {
  const headings = [
    'API',
    'PROVIDER',
    'READY',
    'HEARTBEATING',
    'AGE',
    ...(wide ? ['SECRET', 'CLAIMS'] : []),
    'PROBLEM',
  ];
  return tableText([
    headings,
    ...bindings.map(binding => cells(binding, wide, now)),
  ]);
}

/** Prints the bindings. */
export async function runStatus(
  { stderr, stdout }: CommandContext,
  client: KubeClient,
  { output }: StatusFlags,
): Promise<void> {
  const bindings = await listBindings(client);
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
}
