/** Who may restore a backup: users who may read the credentials of the namespace. Pure. */
import { denyingPolicy, type AdmissionObject } from './admissionPolicy';
import { konnectorIdentity } from './konnectorRoles';
import { annotations, names } from './names';
import type { ApiResource } from './naming/apiName';

/** The API of restores. */
export const restoreApi: ApiResource = {
  group: 'anynines.com',
  resource: 'restores',
};

/** The right that a restore needs in its namespace: credentials are Secrets there. */
export const restoreRight = {
  verb: 'get',
  group: '',
  resource: 'secrets',
} as const;

/** Message for users without {@link restoreRight}. */
export const restoreRefusal =
  'A restore hands over the data of its backup, so it needs the right to read the credentials in its namespace: the verb get on Secrets. Ask an operator of this cluster for that right.';

const authorized = `authorizer.group("${restoreRight.group}").resource("${restoreRight.resource}").namespace(request.namespace).check("${restoreRight.verb}").allowed()`;

/** The fields that decide which data goes where. Crossplane writes other fields of the spec. */
const fields = ['backupRef', 'instanceRef', 'serviceInstanceType'];

const konnectorUser = `system:serviceaccount:${konnectorIdentity.namespace}:${konnectorIdentity.serviceAccount}`;

/** CEL: the cluster namespace that the service namespace belongs to; empty for other namespaces. */
const clusterNamespace = `namespaceObject.metadata.?annotations[?"${annotations.apiServiceNamespace}"].orValue("").split("/")[0]`;

/**
 * ValidatingAdmissionPolicy and its binding for app clusters and control plane clusters: a user who creates a restore,
 * or changes which backup it restores and where, needs {@link restoreRight}. Konnectors are exempt, because the other
 * cluster has decided about what they sync. Both objects need Kubernetes 1.30.
 */
export const restorePolicy = (): [
  policy: AdmissionObject,
  binding: AdmissionObject,
] =>
  denyingPolicy('klutch-restores', {
    matchConstraints: {
      resourceRules: [
        {
          apiGroups: [restoreApi.group],
          apiVersions: ['*'],
          resources: [restoreApi.resource],
          operations: ['CREATE', 'UPDATE'],
        },
      ],
    },
    matchConditions: [
      {
        name: 'decides-which-data-goes-where',
        expression: [
          'request.operation == "CREATE"',
          ...fields.map(
            field => `object.?spec.?${field} != oldObject.?spec.?${field}`,
          ),
        ].join(' || '),
      },
      {
        name: 'not-by-the-konnector-of-an-app-cluster',
        expression: `request.userInfo.username != "${konnectorUser}"`,
      },
    ],
    variables: [
      {
        name: 'syncedToControlPlane',
        expression: `request.userInfo.username == "system:serviceaccount:" + ${clusterNamespace} + ":${names.binder}"`,
      },
    ],
    validations: [
      {
        expression: `variables.syncedToControlPlane || ${authorized}`,
        message: restoreRefusal,
        reason: 'Forbidden',
      },
    ],
  });
