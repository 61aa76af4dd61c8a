/** The manifests that a user applies on an app cluster to bind it; pure. */
import {
  apiName,
  appClusterKonnector,
  bindResources,
  crds,
  deletionProtectionPolicy,
  konnectorApiRole,
  konnectorRoles,
  names,
  restorePolicy,
  toYaml,
  type APIServiceBinding,
} from '@klutch/bind-api';
import { encodeSecretData, type KubeObject, type Secret } from '@klutch/kube';
import { joinSecretName } from '../bind/planKubeconfigSecret';
import { acceptedOf } from '../bind/claims';
import type {
  PreparedBinding,
  PreparedBindings,
} from '../bind/prepareBindings';

const namespace = names.appClusterNamespace;

const kubeconfigSecret = ({ kubeconfig, uid }: PreparedBindings): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name: joinSecretName(uid), namespace },
  type: 'Opaque',
  data: encodeSecretData({ [names.kubeconfigKey]: kubeconfig }),
});

const bindingOf = (
  { api, claims }: PreparedBinding,
  secretName: string,
): APIServiceBinding => ({
  apiVersion: names.apiVersion,
  kind: bindResources.bindings.kind,
  metadata: { name: apiName(api), namespace },
  spec: {
    kubeconfigSecretRef: {
      name: secretName,
      key: names.kubeconfigKey,
      namespace,
    },
    permissionClaims: claims,
  },
});

/**
 * The CRD of bindings. kubectl resolves types before it applies anything, so the CRD has to be applied before the rest.
 */
export const crdManifest = (): string => toYaml([crds.apiServiceBindings]);

const bindingObjects = (
  prepared: PreparedBindings,
  connection: readonly Secret[],
): KubeObject[] => {
  const { bindings, uid } = prepared;
  return [
    // Before Kubernetes 1.30 kubectl refuses the manifest: an app cluster has to enforce both.
    ...restorePolicy(),
    ...deletionProtectionPolicy(),
    ...bindings.map(({ api, claims }) =>
      konnectorApiRole(api, acceptedOf(claims)),
    ),
    ...connection,
    ...bindings.map(binding => bindingOf(binding, joinSecretName(uid))),
  ];
};

/**
 * Rights on the APIs, the admission policies, and bindings, for an app cluster whose konnector runs and has its connection. The manifest
 * contains no token, so that no other reader obtains access to an app cluster with data, unless the konnector cannot
 * get the token in another way.
 */
export const bindingsManifest = (prepared: PreparedBindings): string =>
  toYaml(
    bindingObjects(
      prepared,
      prepared.isUnpublished ? [kubeconfigSecret(prepared)] : [],
    ),
  );

/**
 * The complete manifest, in an order in which kubectl can apply it: namespace, rights, policy for restores, connection,
 * bindings, konnector. Contains a token.
 * @param konnectorImage - Default: the manifest contains no konnector
 */
export const appClusterManifest = (
  prepared: PreparedBindings,
  konnectorImage?: string,
): string =>
  toYaml([
    crds.apiServiceBindings,
    ...konnectorRoles(),
    ...bindingObjects(prepared, [kubeconfigSecret(prepared)]),
    ...(konnectorImage ? [appClusterKonnector(konnectorImage)] : []),
  ]);
