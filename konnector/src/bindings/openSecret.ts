/** From a binding to its control plane: the secret it names, the kubeconfig in it, the connection that goes with it. */
import {
  conditionReasons as reasons,
  type APIServiceBinding,
} from '@klutch/bind-api';
import type { Secret } from '@klutch/kube';
import type { Connections } from '../controlPlane/connections';
import type { KubeConfig } from '../access/connect';
import type { ControlPlane } from '../controlPlane/ControlPlane';
import { UnusableKubeconfig } from '../controlPlane/openControlPlane';
import type { RefusedKubeconfig } from '../access/verifyKubeconfig';
import type { ClusterDisplayName } from '../feedback/ClusterDisplayName';
import { annotations } from '../markers';
import { idOf, type SingleObjectWatches } from '../singleObjectWatches';
import type { Failure } from '../failure';
import {
  readKubeconfigSecret,
  staysInUse,
  unusable,
} from '../access/kubeconfigSecret';
import { falseVerdict, type Verdict } from '../conditions/verdict';

/** The kubeconfig of a binding's secret, as it is in use. */
export interface ClusterCredentials {
  kubeConfig: KubeConfig;
  /** Where it leads. */
  cluster: ClusterDisplayName;
  /** That cluster refuses its credentials. */
  unauthorized: Failure | undefined;
}

/** The control plane of a binding, or the condition that says why there is none. */
export type OpenedSecret =
  | {
      ok: true;
      controlPlane: ControlPlane;
      secretValid: Verdict;
      credentials: ClusterCredentials;
    }
  | { ok: false; secretValid: Verdict };

/** How bindings get to their control plane; see {@link openSecret}. */
export type OpenControlPlane = (
  key: string,
  binding: APIServiceBinding,
) => OpenedSecret | undefined;

/** What a binding's secret is opened with. */
export interface SecretParts {
  /** Watches of the kubeconfig secrets on the app cluster. */
  secrets: SingleObjectWatches<Secret>;
  /** The connections that are open. */
  connections: Connections;
}

/** Said of a binding without a reference. */
export const missingSecretRef =
  'The binding names no kubeconfig secret. Bind again.';

/** The binding's kubeconfig is not to be used. */
export const invalidSecret = (message: string): OpenedSecret => ({
  ok: false,
  secretValid: falseVerdict(reasons.kubeconfigSecretInvalid, message),
});

const opened = (
  controlPlane: ControlPlane,
  secretValid: Verdict,
): OpenedSecret => ({
  ok: true,
  controlPlane,
  secretValid,
  credentials: {
    kubeConfig: controlPlane.kubeconfig.inUse.kubeConfig,
    cluster: 'control plane',
    unauthorized: controlPlane.unauthorized(),
  },
});

const keepsCurrent = (controlPlane: ControlPlane, why: string): OpenedSecret =>
  opened(
    controlPlane,
    falseVerdict(
      reasons.kubeconfigSecretInvalid,
      `${why} ${staysInUse}`,
      'Warning',
    ),
  );

const remediation = ({ isOtherCluster }: RefusedKubeconfig) =>
  isOtherCluster
    ? ` If this is intended, remove the annotation ${annotations.providerNamespaceUid} from the bindings that use it.`
    : ' It is tried again.';

/** Whether a binding is tied to a control plane, so that its kubeconfig must not lead it to another. */
export const isPinned = ({ metadata }: APIServiceBinding): boolean =>
  metadata.annotations?.[annotations.providerNamespaceUid] !== undefined;

/**
 * The control plane of a binding, connected to if need be; undefined while the secret is being read. A secret that is of
 * no use, or whose kubeconfig does not work, leaves the connection as it was; only without a secret there is none.
 * @param key - of the binding.
 */
export function openSecret(
  parts: SecretParts,
  key: string,
  binding: APIServiceBinding,
): OpenedSecret | undefined {
  const ref = binding.spec?.kubeconfigSecretRef;
  if (!ref) {
    return invalidSecret(missingSecretRef);
  }
  const { connections, secrets } = parts;
  const { namespace, name } = ref;
  const where = `Secret ${idOf(ref)}`;
  const found = secrets.observe({ namespace, name });
  if (!found.known && !found.problem) return undefined;
  const reading = found.known
    ? readKubeconfigSecret(found.object, ref.key, where)
    : unusable(`${where} cannot be read: ${found.problem}`);
  if (!reading.ok) {
    const isGone = found.known && !found.object;
    const current = isGone ? undefined : connections.current(key, ref);
    return current
      ? keepsCurrent(current, reading.message)
      : {
          ok: false,
          secretValid: falseVerdict(reading.reason, reading.message),
        };
  }
  try {
    const controlPlane = connections.use(
      key,
      ref,
      reading.value,
      isPinned(binding),
    );
    const { refused: newer } = controlPlane.kubeconfig;
    return newer
      ? keepsCurrent(
          controlPlane,
          `${where}: ${newer.message}${remediation(newer)}`,
        )
      : opened(controlPlane, { ok: true });
  } catch (error) {
    // Whatever else fails is no fault of the secret.
    if (!(error instanceof UnusableKubeconfig)) throw error;
    return invalidSecret(error.message);
  }
}
