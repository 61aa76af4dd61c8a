/**
 * Control-plane mode: the konnector reaches the control plane with its own kubeconfig, and a binding's Secret has the
 * kubeconfig of the app cluster.
 */
import { secretRefId } from '../access/SecretRef';
import type { Connections } from '../controlPlane/connections';
import { idOf } from '../singleObjectWatches';
import type { RemoteAccess } from '../topology/RemoteAccess';
import {
  isPinned,
  missingSecretRef,
  invalidSecret,
  type OpenControlPlane,
} from './openSecret';

/** Opens the control plane of a binding while there is a kubeconfig of the app cluster. */
export const openWithOwnKubeConfig =
  (connections: Connections, remote: RemoteAccess): OpenControlPlane =>
  (key, binding) => {
    const { appCluster } = remote;
    const { secretRef, secretValid } = appCluster;
    const ref = binding.spec?.kubeconfigSecretRef;
    if (!ref) return invalidSecret(missingSecretRef);
    if (secretRefId(ref) !== secretRefId(secretRef)) {
      return invalidSecret(
        `The binding names Secret ${idOf(ref)}, but this konnector syncs the app cluster of Secret ${idOf(secretRef)}, key "${secretRef.key}". Name that Secret and key in the binding, or start another konnector for Secret ${idOf(ref)}.`,
      );
    }
    if (appCluster.isGone) return { ok: false, secretValid };
    return {
      ok: true,
      connection: connections.use(
        key,
        ref,
        remote.controlPlane,
        isPinned(binding),
      ),
      secretValid,
      credentials: {
        kubeConfig: appCluster.inUse,
        cluster: 'app cluster',
        unauthorized: appCluster.unauthorized(),
      },
    };
  };
