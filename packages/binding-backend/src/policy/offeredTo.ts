/** Which export templates an AppClusterBinding may bind; pure. */
import type { APIServiceExportTemplate } from '@klutch/bind-api';
import { isRestricted, listOf, policyOf, type Audience } from './mayBind';

/**
 * Annotation of a template (ours): namespaces whose AppClusterBindings may bind the API, separated by commas; `*` for
 * all.
 */
export const allowedNamespaces = 'klutch.anynines.com/allowed-namespaces';

/**
 * An AppClusterBinding is written without a sign-in, so a template with a restricted audience is offered to its
 * namespace only if the template names the namespace as well. A list without a valid entry names none.
 */
export const isOfferedTo = (
  template: APIServiceExportTemplate,
  namespace: string,
  audience: Audience,
): boolean => {
  const list = template.metadata.annotations?.[allowedNamespaces];
  if (list === undefined) return !isRestricted(policyOf(template, audience));
  return listOf(list).some(entry => entry === '*' || entry === namespace);
};
