/** Control-plane mode: the konnector gets to the control plane by its own access; a binding's secret leads to the app cluster. */
import type { Connections } from '../controlPlane/connections';
import { idOf } from '../singleObjectWatches';
import type { RemoteAccess } from '../topology/RemoteAccess';
import {
  isPinned,
  missingSecretRef,
  invalidSecret,
  type OpenControlPlane,
} from './openSecret';

/** The control plane of each binding, while there is a kubeconfig of the app cluster. */
export const openWithOwnKubeConfig =
  (connections: Connections, remote: RemoteAccess): OpenControlPlane =>
  (key, binding) => {
    const { appCluster } = remote;
    const { secretRef, secretValid } = appCluster;
    const ref = binding.spec?.kubeconfigSecretRef;
    if (!ref) return invalidSecret(missingSecretRef);
    if (idOf(ref) !== idOf(secretRef) || ref.key !== secretRef.key) {
      return invalidSecret(
        `The binding names Secret ${idOf(ref)}, and this konnector works for the app cluster of Secret ${idOf(secretRef)}, key "${secretRef.key}". Name that one, or start a konnector for the other.`,
      );
    }
    if (appCluster.isGone) return { ok: false, secretValid };
    return {
      ok: true,
      controlPlane: connections.use(
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
