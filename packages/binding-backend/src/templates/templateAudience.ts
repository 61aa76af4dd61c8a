/** Who may bind an API, as declared by its export template: read from and written to annotations; pure. */
import type { APIServiceExportTemplate } from '@klutch/bind-api';
import { policyAnnotations } from '../backendNames';
import { declaredPolicy, listOf, type Policy } from '../policy/mayBind';
import { allowedNamespaces } from '../policy/offeredTo';

/** The declared audience; without groups, users and issuers, the default of the backend's configuration applies. */
export interface TemplateAudience extends Policy {
  /** Namespaces whose AppClusterBindings may bind the API, or `*`. */
  namespaces?: readonly string[];
}

/**
 * An audience as it is stored. Issuers alone come with an empty list of groups: backends of earlier versions do not know
 * issuers, and would offer the API to everybody.
 */
export const storedAudience = (audience: TemplateAudience): TemplateAudience =>
  audience.issuers && !audience.users
    ? { ...audience, groups: audience.groups ?? [] }
    : audience;

/** An audience from its stored form, without the list of groups that {@link storedAudience} adds. */
export const audienceFromStored = ({
  groups,
  ...rest
}: TemplateAudience): TemplateAudience =>
  groups?.length === 0 && rest.issuers && !rest.users
    ? rest
    : { ...(groups && { groups }), ...rest };

/** The audience that a template declares. */
export const templateAudience = (
  template: Pick<APIServiceExportTemplate, 'metadata'>,
): TemplateAudience => {
  const namespaces = template.metadata.annotations?.[allowedNamespaces];
  return audienceFromStored({
    ...declaredPolicy(template),
    ...(namespaces !== undefined && { namespaces: listOf(namespaces) }),
  });
};

/** The annotations of an audience. */
export const audienceAnnotationNames = [
  policyAnnotations.groups,
  policyAnnotations.users,
  policyAnnotations.issuers,
  allowedNamespaces,
] as const;

/** The annotations for an audience; those of what it does not restrict are left out. */
export function audienceAnnotations(
  audience: TemplateAudience,
): Record<string, string> {
  const { groups, issuers, namespaces, users } = storedAudience(audience);
  return {
    ...(groups && { [policyAnnotations.groups]: groups.join(', ') }),
    ...(users && { [policyAnnotations.users]: users.join(', ') }),
    ...(issuers && { [policyAnnotations.issuers]: issuers.join(', ') }),
    ...(namespaces && { [allowedNamespaces]: namespaces.join(', ') }),
  };
}
