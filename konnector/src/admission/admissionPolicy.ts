/** The policy by which the API server itself sets finalizer and `bound` on objects of a bound API when they are made. Pure. */
import {
  bindResources,
  finalizers,
  names,
  type CustomResourceDefinition,
  type Result,
} from '@klutch/bind-api';
import type { KubeObject } from '@klutch/kube';
import { annotations } from '../markers';

const apiVersion = 'admissionregistration.k8s.io/v1';

/** On both objects of a policy, with value `"true"`: how an administrator finds, and removes, all of them. */
export const admissionPolicyLabel = `${names.group}/admission-policy`;

/** A MutatingAdmissionPolicy, or its binding. */
export interface AdmissionObject extends KubeObject {
  /** As Kubernetes has it. */
  spec: Record<string, unknown>;
}

/** Where the APIServiceBinding is that installed the CRD; undefined when none has it now. */
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

/** One patch, whatever the user has set already. */
const mutation = `(has(object.metadata.finalizers)
  ? [JSONPatch{op: "add", path: "/metadata/finalizers/-", value: "${finalizers.syncer}"}]
  : [JSONPatch{op: "add", path: "/metadata/finalizers", value: ["${finalizers.syncer}"]}])
+ (has(object.metadata.annotations)
  ? [JSONPatch{op: "add", path: "/metadata/annotations/" + jsonpatch.escapeKey("${annotations.bound}"), value: "true"}]
  : [JSONPatch{op: "add", path: "/metadata/annotations", value: {"${annotations.bound}": "true"}}])`;

/**
 * The MutatingAdmissionPolicy of a bound API and its binding, for an administrator to apply (Kubernetes 1.36 and later).
 * They belong to the CRD and go with it. They do nothing once the APIServiceBinding is being deleted or gone, so that no
 * object gets a finalizer that nobody takes off. Where they do nothing, the konnector sets both itself.
 * @param crd - as read from the app cluster.
 * @returns an error in words when no binding has installed the CRD.
 */
export function admissionPolicy(
  crd: CustomResourceDefinition,
): Result<[policy: AdmissionObject, binding: AdmissionObject]> {
  const binding = bindingOf(crd);
  const { name: crdName = '', uid = '' } = crd.metadata;
  if (!binding) {
    return {
      ok: false,
      error: `The CRD ${crdName} belongs to no APIServiceBinding: its objects would get a finalizer that nobody takes off. Bind the API first.`,
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
