/** What somebody applies on an app cluster so that it is bound; pure. */
import {
  apiName,
  appClusterKonnector,
  bindResources,
  crds,
  konnectorApiRole,
  konnectorRoles,
  names,
  type APIServiceBinding,
} from '@klutch/bind-api';
import type { KubeObject, Secret } from '@klutch/kube';
import { stringify } from 'yaml';
import { kubeconfigSecretName } from '../bind/kubeconfigSecret';
import { acceptedOf } from '../bind/claims';
import type {
  PreparedBinding,
  PreparedBindings,
} from '../bind/prepareBindings';
import { kubeconfigTarget } from '../provision/kubeconfig';

const namespace = names.appClusterNamespace;

const inYaml = (objects: readonly KubeObject[]): string =>
  objects.map(object => stringify(object)).join('---\n');

const kubeconfigSecret = (kubeconfig: string): Secret => {
  const target = kubeconfigTarget(kubeconfig);
  if (!target) throw new TypeError('The kubeconfig has no usable context.');
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: kubeconfigSecretName(target), namespace },
    type: 'Opaque',
    data: {
      [names.kubeconfigKey]: Buffer.from(kubeconfig).toString('base64'),
    },
  };
};

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

/** The type of bindings. kubectl looks types up before it applies anything, so this has to be there before the rest. */
export const typeManifest = (): string => inYaml([crds.apiServiceBindings]);

const bindingObjects = ({
  bindings,
  kubeconfig,
}: PreparedBindings): KubeObject[] => {
  const secret = kubeconfigSecret(kubeconfig);
  const secretName = secret.metadata.name ?? '';
  return [
    ...bindings.map(({ api, claims }) =>
      konnectorApiRole(api, acceptedOf(claims)),
    ),
    secret,
    ...bindings.map(binding => bindingOf(binding, secretName)),
  ];
};

/** Rights on the APIs, connection, bindings, for an app cluster whose konnector runs. Holds a token. */
export const bindingsManifest = (prepared: PreparedBindings): string =>
  inYaml(bindingObjects(prepared));

/**
 * Everything, in an order in which kubectl can apply it: namespace, rights, connection, bindings, konnector. Holds a token.
 * @param konnectorImage - left out where the konnector is run by somebody else
 */
export const appClusterManifest = (
  prepared: PreparedBindings,
  konnectorImage?: string,
): string =>
  inYaml([
    crds.apiServiceBindings,
    ...konnectorRoles(),
    ...bindingObjects(prepared),
    ...(konnectorImage ? [appClusterKonnector(konnectorImage)] : []),
  ]);
