/** The objects of a permission claim, and their location, as text; pure. */
import { apiName, type PermissionClaim } from '@klutch/bind-api';

const kinds: Record<string, string> = {
  secrets: 'Secrets',
  configmaps: 'ConfigMaps',
  services: 'Services',
  namespaces: 'Namespaces',
};

/** For example "Secrets, ConfigMaps and Services". */
export const formatList = (
  items: readonly string[],
  conjunction = 'and',
): string =>
  items.length < 2
    ? (items[0] ?? '')
    : `${items.slice(0, -1).join(', ')} ${conjunction} ${items.at(-1)}`;

/** The entries that a list selects: `undefined` for all. */
const selected = (list: readonly string[] | undefined) =>
  list && !list.includes('*') ? list : undefined;

/** Only types of the core group have names of their own: `secrets` of another group are no Secrets. */
const kindOf = ({ group = '', resource }: PermissionClaim): string =>
  group ? apiName({ group, resource }) : (kinds[resource] ?? resource);

const formatLabels = (labels: Record<string, string>) =>
  Object.entries(labels)
    .map(([key, value]) => `${key}=${value}`)
    .join(' and ');

/** For example "Secrets named a, b labelled tier=gold". */
export const describeObjects = (claim: PermissionClaim): string => {
  const {
    fieldSelectors = [],
    labelSelectors = [],
    names,
  } = claim.selector ?? {};
  const named = selected(names);
  return [
    kindOf(claim),
    ...(named ? [`named ${named.join(', ') || 'nothing'}`] : []),
    ...(labelSelectors.length > 0
      ? [`labelled ${formatList(labelSelectors.map(formatLabels), 'or')}`]
      : []),
    ...(fieldSelectors.length > 0
      ? [`where ${formatList(fieldSelectors)}`]
      : []),
  ].join(' ');
};

/** "the app cluster's namespaces", or a list of them. */
export const describeNamespaces = ({ selector }: PermissionClaim): string => {
  const namespaces = selected(selector?.namespaces);
  if (!namespaces) return "the app cluster's namespaces";
  return namespaces.length > 0
    ? `the app cluster's namespaces ${formatList(namespaces)}`
    : 'the app cluster, outside of namespaces';
};
