/** Compares granted rights with those that the requests of an audit log need. */
import { apiName } from '@klutch/bind-api';
import type { ObjectMeta, PolicyRule } from '@klutch/kube';
import type { AuditedRequest } from './auditLog';

/** Rules and their scope. */
export interface Grant {
  rules: readonly PolicyRule[];
  /** Whether the rules apply to a namespace; absent: everywhere. */
  within?: (namespace: string) => boolean;
}

/** Rights granted by roles: a Role in its namespace, a ClusterRole everywhere. */
export const grantsOf = (
  roles: readonly {
    kind: string;
    metadata: ObjectMeta;
    rules?: PolicyRule[] | null;
  }[],
): Grant[] =>
  roles.flatMap(({ kind, metadata, rules }) =>
    rules
      ? [
          {
            rules,
            ...(kind === 'Role' && {
              within: (namespace: string) => namespace === metadata.namespace,
            }),
          },
        ]
      : [],
  );

const formatPermission = (verb: string, group: string, resource: string) =>
  `${verb} ${apiName({ group, resource })}`;

/** Permissions as `verb plural.group`. */
const permissionsOf = ({ rules }: Grant): string[] =>
  rules.flatMap(({ apiGroups = [], resources = [], verbs }) =>
    apiGroups.flatMap(group =>
      resources.flatMap(resource =>
        verbs.map(verb => formatPermission(verb, group, resource)),
      ),
    ),
  );

/** Permissions that one of these requests needs, as `verb plural.group`. */
const requiredPermissions = (requests: readonly AuditedRequest[]): string[] =>
  requests.flatMap(({ verb, group, resource, subresource, code }) => {
    const what = subresource ? `${resource}/${subresource}` : resource;
    // An apply that creates the object needs both verbs.
    const verbs = verb === 'patch' && code === 201 ? [verb, 'create'] : [verb];
    return verbs.map(each => formatPermission(each, group, what));
  });

/** Permissions without which one of these requests would have been forbidden, as `verb plural.group`. */
export const usedPermissions = (
  requests: readonly AuditedRequest[],
): string[] =>
  requiredPermissions(
    requests.filter(({ code }) => code !== 401 && code !== 403),
  );

const isWithin = ({ within }: Grant, { namespace = '' }: AuditedRequest) =>
  !within || within(namespace);

/** Permissions that no request uses. For fixtures without streaming lists, otherwise `list` counts as unused. */
export const unusedPermissions = (
  grants: readonly Grant[],
  requests: readonly AuditedRequest[],
): string[] =>
  grants.flatMap(grant => {
    const used = usedPermissions(
      requests.filter(request => isWithin(grant, request)),
    );
    return permissionsOf(grant).filter(right => !used.includes(right));
  });

/**
 * Permissions that requests needed without having them, forbidden or not, with
 * their namespace. Discovery is allowed for everyone.
 */
export function missingPermissions(
  grants: readonly Grant[],
  requests: readonly AuditedRequest[],
): string[] {
  const found = requests
    .filter(({ resource }) => resource !== '')
    .flatMap(request => {
      const granted = new Set(
        grants.filter(grant => isWithin(grant, request)).flatMap(permissionsOf),
      );
      const where = request.namespace ?? 'everywhere';
      return requiredPermissions([request])
        .filter(right => !granted.has(right))
        .map(right => `${right} in ${where}`);
    });
  return [...new Set(found)];
}
