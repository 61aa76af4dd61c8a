/** Which export templates an AppClusterBinding may bind; pure. */
import type { APIServiceExportTemplate } from '@klutch/bind-api';
import { isRestricted, policyOf, type Audience } from './mayBind';

/** On a template: namespaces whose AppClusterBindings may bind the API, with commas between; `*` for all (ours). */
export const allowedNamespaces = 'klutch.anynines.com/allowed-namespaces';

/**
 * Nobody signs in to write an AppClusterBinding, so what is meant for some people only is not offered to it, unless its
 * namespace is named as well. A list without a usable entry names none.
 */
export const isOfferedTo = (
  template: APIServiceExportTemplate,
  namespace: string,
  audience: Audience,
): boolean => {
  const list = template.metadata.annotations?.[allowedNamespaces];
  if (list === undefined) return !isRestricted(policyOf(template, audience));
  const entries = list.split(',').map(entry => entry.trim());
  return entries.some(entry => entry === '*' || entry === namespace);
};
