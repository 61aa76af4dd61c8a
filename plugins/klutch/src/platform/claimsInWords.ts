/** Permission claims in words: what the provider of a service may do on an app cluster. */
import type { PermissionClaim } from '../api/types';
import type { T } from '../hooks/useT';

const knownKinds: Record<string, string> = {
  secrets: 'Secrets',
  configmaps: 'ConfigMaps',
  services: 'Services',
  namespaces: 'Namespaces',
};

function objectsOf(claim: PermissionClaim, t: T): string {
  const kind = claim.group
    ? `${claim.resource}.${claim.group}`
    : (knownKinds[claim.resource] ?? claim.resource);
  const names = claim.selector?.names?.filter(name => name !== '*') ?? [];
  return names.length > 0
    ? t('platform.claims.named', { what: kind, names: names.join(', ') })
    : kind;
}

function join(parts: string[], t: T): string {
  const last = parts.at(-1) ?? '';
  return parts.length < 2
    ? last
    : t('platform.claims.and', { first: parts.slice(0, -1).join(', '), last });
}

/** One sentence part for each thing that the provider may do, for example "may place Secrets and ConfigMaps into …". */
export function claimsInWords(claims: PermissionClaim[], t: T): string[] {
  const of = (owner: 'Provider' | 'Consumer' | undefined) =>
    join(
      claims
        .filter(claim => claim.selector?.owner === owner)
        .map(claim => objectsOf(claim, t)),
      t,
    );
  const placed = of('Provider');
  const read = of('Consumer');
  const both = of(undefined);
  return [
    placed && t('platform.claims.place', { what: placed }),
    read && t('platform.claims.read', { what: read }),
    both && t('platform.claims.both', { what: both }),
  ].filter(text => text !== '');
}
