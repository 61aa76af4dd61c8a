/** Opens the control plane of a binding: reads the Secret that the binding names, and connects with its kubeconfig. */
import {
  conditionReasons as reasons,
  type APIServiceBinding,
} from '@klutch/bind-api';
import type { Secret } from '@klutch/kube';
import {
  UnusableKubeconfig,
  type Connection,
  type Connections,
} from '../controlPlane/connections';
import type { KubeConfig } from '../access/connect';
import type { RefusedKubeconfig } from '../access/ClusterAccess';
import type { ClusterDisplayName } from '../feedback/ClusterDisplayName';
import { annotations } from '../markers';
import { idOf, type SingleObjectWatches } from '../singleObjectWatches';
import type { Failure } from '../failure';
import {
  readKubeconfigSecret,
  staysInUse,
  unusable,
} from '../access/kubeconfigSecret';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';

/** The kubeconfig of a binding's Secret that is in use. */
export interface ClusterCredentials {
  kubeConfig: KubeConfig;
  cluster: ClusterDisplayName;
  /** Set when the cluster refuses the credentials. */
  unauthorized: Failure | undefined;
}

/** The connection of a binding to its control plane, or the condition with the reason why there is none. */
export type OpenedSecret =
  | {
      ok: true;
      connection: Connection;
      secretValid: ConditionResult;
      credentials: ClusterCredentials;
    }
  | { ok: false; secretValid: ConditionResult };

export type OpenControlPlane = (
  key: string,
  binding: APIServiceBinding,
) => OpenedSecret | undefined;

export interface SecretParts {
  /** Watches of the kubeconfig secrets on the app cluster. */
  secrets: SingleObjectWatches<Secret>;
  connections: Connections;
}

export const missingSecretRef =
  'The binding names no kubeconfig secret. Bind again.';

/** Result for a kubeconfig that must not be used. */
export const invalidSecret = (message: string): OpenedSecret => ({
  ok: false,
  secretValid: falseCondition(reasons.kubeconfigSecretInvalid, message),
});

const opened = (
  connection: Connection,
  secretValid: ConditionResult,
): OpenedSecret => ({
  ok: true,
  connection,
  secretValid,
  credentials: {
    kubeConfig: connection.access.inUse.kubeConfig,
    cluster: 'control plane',
    unauthorized: connection.unauthorized(),
  },
});

const keepsCurrent = (connection: Connection, why: string): OpenedSecret =>
  opened(
    connection,
    falseCondition(
      reasons.kubeconfigSecretInvalid,
      `${why} ${staysInUse}`,
      'Warning',
    ),
  );

const remediation = ({ isOtherCluster }: RefusedKubeconfig) =>
  isOtherCluster
    ? ` If this is intended, remove the annotation ${annotations.providerNamespaceUid} from the bindings that use it.`
    : ' The konnector tries again.';

/** Whether a binding is pinned to a control plane, so that its kubeconfig must not target another one. */
export const isPinned = ({ metadata }: APIServiceBinding): boolean =>
  metadata.annotations?.[annotations.providerNamespaceUid] !== undefined;

/**
 * The control plane of a binding, connecting if necessary; undefined while the Secret is being read. An invalid Secret,
 * or a kubeconfig that does not work, leaves an existing connection open; only a missing Secret closes the connection.
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
          secretValid: falseCondition(reading.reason, reading.message),
        };
  }
  try {
    const connection = connections.use(
      key,
      ref,
      reading.value,
      isPinned(binding),
    );
    const { refused: newer } = connection.access;
    return newer
      ? keepsCurrent(
          connection,
          `${where}: ${newer.message}${remediation(newer)}`,
        )
      : opened(connection, { ok: true });
  } catch (error) {
    // Other errors are not caused by the Secret.
    if (!(error instanceof UnusableKubeconfig)) throw error;
    return invalidSecret(error.message);
  }
}
