/** Permission claims in a sentence for people who decide about them; pure. */
import type { PermissionClaim } from '@klutch/bind-api';

const kinds: Record<string, string> = {
  secrets: 'Secrets',
  configmaps: 'ConfigMaps',
};

type Owner = 'Provider' | 'Consumer' | 'both';

const verbs: [Owner, (what: string) => string][] = [
  ['Provider', what => `place ${what} into the app cluster's namespaces`],
  ['Consumer', what => `read ${what} in the app cluster's namespaces`],
  [
    'both',
    what =>
      `read ${what} in the app cluster's namespaces and place its own there`,
  ],
];

function inWords({ group = '', resource, selector }: PermissionClaim): string {
  const kind = kinds[resource] ?? (group ? `${resource}.${group}` : resource);
  const chosen = selector?.names?.filter(name => name !== '*') ?? [];
  return chosen.length > 0 ? `${kind} named ${chosen.join(', ')}` : kind;
}

const list = (items: string[]) =>
  items.length < 2
    ? (items[0] ?? '')
    : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** "May place Secrets and ConfigMaps into the app cluster's namespaces". */
export function claimsInWords(claims: readonly PermissionClaim[] = []): string {
  const parts = verbs.flatMap(([owner, sentence]) => {
    const group = claims.filter(
      claim => (claim.selector?.owner ?? 'both') === owner,
    );
    return group.length > 0 ? [sentence(list(group.map(inWords)))] : [];
  });
  return parts.length > 0
    ? `May ${list(parts)}`
    : 'Nothing but its own objects';
}
