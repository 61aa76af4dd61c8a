/** What conditions make of trouble: they speak of what lasts, and are silent about hiccups. */
import {
  conditionReasons as reasons,
  type APIServiceBinding,
} from '@klutch/bind-api';
import type { ReconcileContext } from '@klutch/kube';
import type { ControlPlane } from '../controlPlane/ControlPlane';
import { credentialsEnded, tokenLifeOf } from '../controlPlane/tokenLife';
import { idOf } from '../singleObjectWatches';
import type { Trouble } from '../trouble';
import type { OpenedSecret } from './openSecret';
import { because, type Verdict } from './verdict';

/** Everything may hiccup for so long before a condition speaks of it; milliseconds. */
const hiccupMs = 10_000;

/** A short hiccup leaves the condition as it was. */
export function verdictOn(
  trouble: Trouble | undefined,
  context: ReconcileContext,
): Verdict | undefined {
  if (!trouble) return { ok: true };
  return isLasting(trouble, context)
    ? because(reasons.informerSyncTimeout, trouble.message)
    : undefined;
}

function isLasting(trouble: Trouble, context: ReconcileContext): boolean {
  const rest = trouble.since.getTime() + hiccupMs - Date.now();
  if (rest > 0) context.requeueAfter(rest);
  return rest <= 0;
}

/** Whether the kubeconfig works is the control plane's word as well as ours. */
export function secretVerdict(
  { controlPlane, secretValid }: OpenedSecret & { ok: true },
  { spec }: APIServiceBinding,
  context: ReconcileContext,
): Verdict {
  const refusal = controlPlane.unauthorized();
  if (!refusal || !isLasting(refusal, context)) return secretValid;
  const life = tokenLifeOf(controlPlane.kubeconfig.inUse.kubeConfig);
  const where = spec ? `Secret ${idOf(spec.kubeconfigSecretRef)}` : '';
  return credentialsEnded(life, where, new Date());
}

/** Whether the token in use never ends. */
export function isEndless({ kubeconfig }: ControlPlane): boolean {
  return tokenLifeOf(kubeconfig.inUse.kubeConfig).ends === 'never';
}
