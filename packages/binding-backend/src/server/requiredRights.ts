/** What the program itself is allowed by the roles that the command `roles` prints. Pure. */
import {
  actionsOf,
  type ClusterRole,
  type KubeObject,
  type PolicyRule,
  type ResourceAttributes,
  type Role,
  type RoleBinding,
} from '@klutch/kube';
import { roleManifests, type ServerIdentity } from './roleManifests';

type Labels = Record<string, string>;

const isRole = (object: KubeObject): object is ClusterRole =>
  object.kind === 'ClusterRole' || object.kind === 'Role';

const isBinding = (object: KubeObject): object is RoleBinding =>
  object.kind === 'ClusterRoleBinding' || object.kind === 'RoleBinding';

const hasLabels = ({ metadata }: KubeObject, wanted: Labels): boolean =>
  Object.entries(wanted).every(
    ([label, value]) => metadata.labels?.[label] === value,
  );

/** The rules of a role, with those that are aggregated into it. */
function rulesOf(
  role: ClusterRole | Role,
  roles: readonly ClusterRole[],
): PolicyRule[] {
  const { aggregationRule } = role as ClusterRole;
  const selectors = aggregationRule?.clusterRoleSelectors ?? [];
  const aggregated = roles.filter(one =>
    selectors.some(({ matchLabels = {} }) => hasLabels(one, matchLabels)),
  );
  return [role, ...aggregated].flatMap(({ rules }) => rules ?? []);
}

/**
 * Each action that the printed roles allow the program itself, apart from impersonation, which depends on the people of
 * an installation. Roles that the program only grants to app clusters do not count.
 */
export function requiredRights(
  identity: Pick<ServerIdentity, 'appClusterBindings' | 'namespace'> & {
    /** Whether a portal contains the backend. */
    isPortal: boolean;
  },
): ResourceAttributes[] {
  const { isPortal, ...rest } = identity;
  const manifests = roleManifests({
    ...rest,
    serviceAccount: 'program',
    admissionPolicy: false,
    ...(isPortal && { portal: { users: [], groups: [] } }),
  }) as KubeObject[];
  const roles = manifests.filter(isRole);
  return manifests.filter(isBinding).flatMap(({ metadata, roleRef }) => {
    const bound = roles.find(
      ({ kind, metadata: { name } }) =>
        kind === roleRef.kind && name === roleRef.name,
    );
    return bound ? actionsOf(rulesOf(bound, roles), metadata.namespace) : [];
  });
}
