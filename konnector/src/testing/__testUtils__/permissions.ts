/** Compares the rights that are granted with those that requests of an audit log need. */
import type { ObjectMeta, PolicyRule } from '@klutch/kube';
import type { AuditedRequest } from './auditLog';

/** Rules, and where they hold. */
export interface Grant {
  rules: readonly PolicyRule[];
  /** Of the namespace of a request; absent: everywhere. */
  within?: (namespace: string) => boolean;
}

/** What roles grant: a Role in its namespace, a ClusterRole everywhere. */
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
  `${verb} ${group === '' ? resource : `${resource}.${group}`}`;

/** As `verb plural.group`. */
const permissionsOf = ({ rules }: Grant): string[] =>
  rules.flatMap(({ apiGroups = [], resources = [], verbs }) =>
    apiGroups.flatMap(group =>
      resources.flatMap(resource =>
        verbs.map(verb => formatPermission(verb, group, resource)),
      ),
    ),
  );

/** Rights that one of these requests needs, in the same words. */
const requiredPermissions = (requests: readonly AuditedRequest[]): string[] =>
  requests.flatMap(({ verb, group, resource, subresource, code }) => {
    const what = subresource ? `${resource}/${subresource}` : resource;
    // An apply that makes the object needs both verbs.
    const verbs = verb === 'patch' && code === 201 ? [verb, 'create'] : [verb];
    return verbs.map(each => formatPermission(each, group, what));
  });

/** Rights without which one of these requests would have been refused, in the same words. */
export const usedPermissions = (
  requests: readonly AuditedRequest[],
): string[] =>
  requiredPermissions(
    requests.filter(({ code }) => code !== 401 && code !== 403),
  );

const isWithin = ({ within }: Grant, { namespace = '' }: AuditedRequest) =>
  !within || within(namespace);

/** Rights that nobody uses where they hold. In a fixture without streaming lists, else nothing is listed. */
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

/** What was asked for without a right, refused or not, in the same words and where. Discovery is everybody's. */
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
