/** The condition of bindings on the Secret with the kubeconfig of the app cluster. Pure. */
import { conditionReasons as reasons } from '@klutch/bind-api';
import { staysInUse, type KubeconfigReading } from '../access/kubeconfigSecret';
import { falseVerdict, type Verdict } from '../conditions/verdict';
import type { Rotation } from '../access/rotation';

/**
 * Verdict on the Secret; a kubeconfig that was valid before stays in use.
 * @param where - the Secret, as shown to users.
 */
export function appClusterVerdict(
  reading: KubeconfigReading | undefined,
  rotation: Pick<Rotation, 'refused'> | undefined,
  where: string,
): Verdict {
  if (reading?.ok === false) {
    const { reason, message } = reading;
    return reason === reasons.kubeconfigSecretNotFound
      ? falseVerdict(reason, message)
      : falseVerdict(reason, `${message} ${staysInUse}`, 'Warning');
  }
  return rotation?.refused
    ? falseVerdict(
        reasons.kubeconfigSecretInvalid,
        `${where}: ${rotation.refused.message} ${staysInUse}`,
        'Warning',
      )
    : { ok: true };
}
