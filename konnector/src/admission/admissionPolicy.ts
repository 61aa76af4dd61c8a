/**
 * The admission policy with which the API server sets the finalizer and `bound` when objects of a bound API are
 * created. Pure.
 */
import {
  admissionGroup,
  bindResources,
  finalizers,
  names,
  type AdmissionObject,
  type CustomResourceDefinition,
  type Result,
} from '@klutch/bind-api';
import { annotations } from '../markers';

const apiVersion = `${admissionGroup}/v1`;

/** Label on both objects of a policy, with value `"true"`, by which an administrator finds and deletes all of them. */
export const admissionPolicyLabel = `${names.group}/admission-policy`;

/** Key of the APIServiceBinding that installed the CRD; undefined when the CRD is not bound. */
function bindingOf({ metadata }: CustomResourceDefinition) {
  const isBound = metadata.ownerReferences?.some(
    ({ apiVersion: version, kind }) =>
      version.split('/')[0] === names.group &&
      kind === bindResources.bindings.kind,
  );
  const [name, namespace] = (
    metadata.annotations?.[annotations.installedBy] ?? ''
  )
    .split('/')
    .reverse();
  return isBound && name ? { namespace, name } : undefined;
}

/** One JSON patch that also works when the user has set finalizers or annotations. */
const mutation = `(has(object.metadata.finalizers)
  ? [JSONPatch{op: "add", path: "/metadata/finalizers/-", value: "${finalizers.syncer}"}]
  : [JSONPatch{op: "add", path: "/metadata/finalizers", value: ["${finalizers.syncer}"]}])
+ (has(object.metadata.annotations)
  ? [JSONPatch{op: "add", path: "/metadata/annotations/" + jsonpatch.escapeKey("${annotations.bound}"), value: "true"}]
  : [JSONPatch{op: "add", path: "/metadata/annotations", value: {"${annotations.bound}": "true"}}])`;

/**
 * The MutatingAdmissionPolicy of a bound API and its binding, for an administrator to apply (Kubernetes 1.36 and
 * later). Both are owned by the CRD. They have no effect once the APIServiceBinding is being deleted or gone, so that
 * no object gets a finalizer that is never removed. Without their effect the konnector sets both itself.
 * @param crd - as read from the app cluster.
 * @returns an error for the user when no binding has installed the CRD.
 */
export function admissionPolicy(
  crd: CustomResourceDefinition,
): Result<[policy: AdmissionObject, binding: AdmissionObject]> {
  const binding = bindingOf(crd);
  const { name: crdName = '', uid = '' } = crd.metadata;
  if (!binding) {
    return {
      ok: false,
      error: `The CRD ${crdName} belongs to no APIServiceBinding: its objects would get a finalizer that is never removed. Bind the API first.`,
    };
  }
  const metadata = {
    name: `klutch-konnector.${crdName}`,
    labels: { [admissionPolicyLabel]: 'true' },
    ownerReferences: [
      {
        apiVersion: 'apiextensions.k8s.io/v1',
        kind: 'CustomResourceDefinition',
        name: crdName,
        uid,
      },
    ],
  };
  return {
    ok: true,
    value: [
      {
        apiVersion,
        kind: 'MutatingAdmissionPolicy',
        metadata,
        spec: {
          failurePolicy: 'Ignore',
          reinvocationPolicy: 'Never',
          paramKind: {
            apiVersion: names.apiVersion,
            kind: bindResources.bindings.kind,
          },
          matchConstraints: {
            resourceRules: [
              {
                apiGroups: [crd.spec.group],
                apiVersions: ['*'],
                resources: [crd.spec.names.plural],
                operations: ['CREATE'],
              },
            ],
          },
          matchConditions: [
            {
              name: 'the-binding-stays',
              expression: '!has(params.metadata.deletionTimestamp)',
            },
            {
              name: 'no-finalizer-yet',
              expression: `!has(object.metadata.finalizers) || !("${finalizers.syncer}" in object.metadata.finalizers)`,
            },
          ],
          mutations: [
            { patchType: 'JSONPatch', jsonPatch: { expression: mutation } },
          ],
        },
      },
      {
        apiVersion,
        kind: 'MutatingAdmissionPolicyBinding',
        metadata,
        spec: {
          policyName: metadata.name,
          paramRef: { ...binding, parameterNotFoundAction: 'Allow' },
        },
      },
    ],
  };
}
