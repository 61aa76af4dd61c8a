/** The condition of bindings on the Secret with the kubeconfig of the app cluster. Pure. */
import { conditionReasons as reasons } from '@klutch/bind-api';
import { staysInUse, type KubeconfigReading } from '../access/kubeconfigSecret';
import {
  falseCondition,
  type ConditionResult,
} from '../conditions/conditionResult';
import type { KubeconfigSecretAccess } from '../access/KubeconfigSecretAccess';

/**
 * Result for the Secret; a kubeconfig that was valid before stays in use.
 * @param where - the Secret, as shown to users.
 */
export function appClusterSecretCondition(
  reading: KubeconfigReading | undefined,
  access: Pick<KubeconfigSecretAccess, 'refused'> | undefined,
  where: string,
): ConditionResult {
  if (reading?.ok === false) {
    const { reason, message } = reading;
    return reason === reasons.kubeconfigSecretNotFound
      ? falseCondition(reason, message)
      : falseCondition(reason, `${message} ${staysInUse}`, 'Warning');
  }
  return access?.refused
    ? falseCondition(
        reasons.kubeconfigSecretInvalid,
        `${where}: ${access.refused.message} ${staysInUse}`,
        'Warning',
      )
    : { ok: true };
}
