/** Offers the APIs of the data services, each once. */
import type { APIServiceExportTemplate } from '@klutch/bind-api';
import { apply, kubectlOf, type Target } from './apply';

/** Names what was offered at this start or an earlier one. */
const record = { name: 'sandbox-offered-apis', namespace: 'klutch-portal' };

async function offeredBefore(target: Target): Promise<string[]> {
  const get = (...args: string[]) =>
    kubectlOf(target)(['get', '--ignore-not-found', ...args]);
  const recorded = await get(
    `configmap/${record.name}`,
    `--namespace=${record.namespace}`,
    '--output=jsonpath={.data.names}',
  );
  // Folders of earlier versions have no record.
  const existing = await get(
    'apiserviceexporttemplates',
    '--all-namespaces',
    '--output=jsonpath={.items[*].metadata.name}',
  );
  return `${recorded} ${existing}`.split(' ').filter(Boolean);
}

/**
 * Applies the export templates of data services that were not offered before. Operators change and withdraw offers,
 * so that the others are left as they are.
 */
export async function offerNewApis(
  target: Target,
  templates: readonly APIServiceExportTemplate[],
): Promise<void> {
  const before = await offeredBefore(target);
  const added = templates.filter(
    ({ metadata }) => !before.includes(metadata.name ?? ''),
  );
  const names = [...before, ...added.map(({ metadata }) => metadata.name)];
  await apply(target, [
    ...added,
    {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: record,
      data: { names: [...new Set(names)].join(' ') },
    },
  ]);
}
