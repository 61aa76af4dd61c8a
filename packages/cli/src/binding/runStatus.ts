/** `status`: the bindings of the app cluster, and what is wrong with them. */
import {
  bindResources,
  conditionTypes,
  getCondition,
  names,
  type APIServiceBinding,
} from '@klutch/bind-api';
import { isNotFound, type KubeClient } from '@klutch/kube';
import type { ClaimsContext } from '../claims/ClaimsContext';
import { ageText, tableText } from '../claims/table';
import { bindingsText, type BindingFormat } from './printBindings';

/** Flags of `status`. */
export interface StatusFlags {
  output?: BindingFormat | 'wide';
}

const { appClusterNamespace: namespace } = names;

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

async function listBindings(client: KubeClient): Promise<APIServiceBinding[]> {
  try {
    const { items } = await client.list(bindResources.bindings, { namespace });
    return items;
  } catch (error) {
    if (isNotFound(error)) return []; // Nothing was ever bound: there is no CRD.
    throw error;
  }
}

/** Prints the bindings. */
export async function runStatus(
  { stderr, stdout }: ClaimsContext,
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
