/** Flags of control-plane mode, the same as the reference's. */
import { names } from '@klutch/bind-api';
import type { Option } from 'commander';
import type { RemoteAppCluster } from '../topology/Topology';
import { objectName, option, booleanValue } from './flagValues';

/** Parsed flags of control-plane mode. */
export interface ControlPlaneFlags {
  controlPlaneMode?: boolean;
  appClusterKubeconfigSecretName?: string;
  appClusterKubeconfigSecretNamespace?: string;
  appClusterKubeconfigSecretKey?: string;
  bindingRootNamespace?: string;
}

/** Cluster namespace and kubeconfig Secret of the app cluster. */
export type RemoteSettings = Omit<RemoteAppCluster, 'controlPlane'>;

/** The options, in the order of the help. */
export const controlPlaneOptions = (): Option[] =>
  [
    option(
      '--control-plane-mode [boolean]',
      'run on the control plane, which then also has the bindings, and reach the app cluster with the kubeconfig that the next flags name; --kubeconfig is for the control plane',
      'KONNECTOR_CONTROL_PLANE_MODE',
    ).argParser(booleanValue),
    option(
      '--app-cluster-kubeconfig-secret-name <name>',
      'Secret with the kubeconfig of the app cluster; changes are picked up',
      'KONNECTOR_APP_CLUSTER_KUBECONFIG_SECRET_NAME',
    ).argParser(objectName),
    option(
      '--app-cluster-kubeconfig-secret-namespace <name>',
      'namespace of the Secret',
      'KONNECTOR_APP_CLUSTER_KUBECONFIG_SECRET_NAMESPACE',
    ).argParser(objectName),
    option(
      '--app-cluster-kubeconfig-secret-key <key>',
      'key of the Secret; no other key is supported (default: kubeconfig)',
      'KONNECTOR_APP_CLUSTER_KUBECONFIG_SECRET_KEY',
    ).choices([names.kubeconfigKey]),
    option(
      '--binding-root-namespace <name>',
      'cluster namespace of the app cluster on the control plane, with its bindings and ClusterBinding',
      'KONNECTOR_BINDING_ROOT_NAMESPACE',
    ).argParser(objectName),
  ].map(each => each.helpGroup('Control-plane mode:'));

/**
 * Settings of control-plane mode; undefined without the mode.
 * @throws Error with a message for the user when a flag is missing, or given without the mode.
 */
export function remoteSettings(
  flags: ControlPlaneFlags,
): RemoteSettings | undefined {
  const needed = {
    '--app-cluster-kubeconfig-secret-name':
      flags.appClusterKubeconfigSecretName,
    '--app-cluster-kubeconfig-secret-namespace':
      flags.appClusterKubeconfigSecretNamespace,
    '--binding-root-namespace': flags.bindingRootNamespace,
  };
  const {
    appClusterKubeconfigSecretName: name,
    appClusterKubeconfigSecretNamespace: namespace,
    appClusterKubeconfigSecretKey: key,
    bindingRootNamespace: clusterNamespace,
  } = flags;
  if (!flags.controlPlaneMode) {
    const stray = Object.entries({
      ...needed,
      '--app-cluster-kubeconfig-secret-key': key,
    }).find(([, value]) => value !== undefined);
    if (!stray) return undefined;
    throw new Error(
      `${stray[0]} is for control-plane mode. Add --control-plane-mode, or leave it out.`,
    );
  }
  if (name && namespace && clusterNamespace) {
    return {
      clusterNamespace,
      kubeconfigSecret: { namespace, name, key: key ?? names.kubeconfigKey },
    };
  }
  const missing = Object.entries(needed)
    .filter(([, value]) => !value)
    .map(([flag]) => flag);
  throw new Error(
    `--control-plane-mode needs ${missing.join(', ')} as well. Add ${missing.length === 1 ? 'it' : 'them'}.`,
  );
}
