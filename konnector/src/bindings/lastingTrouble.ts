/** What conditions make of trouble: they speak of what lasts, and are silent about hiccups. */
import {
  conditionReasons as reasons,
  type APIServiceBinding,
} from '@klutch/bind-api';
import type { ReconcileContext } from '@klutch/kube';
import {
  credentialsEnded,
  renewalOverdueAt,
  tokenLifeOf,
  tokenNotRenewed,
} from '../access/tokenLife';
import { idOf } from '../singleObjectWatches';
import { untilLasting, type Trouble } from '../trouble';
import type { ClaimStanding } from '../claims/relatedObjects';
import type { OpenedSecret, SecretLogin } from './openSecret';
import { because, type Verdict } from '../conditions/verdict';

/** Reason of the condition of a binding that has a claim which nothing comes of. */
const claimNotServed = 'ClaimNotServed';

/** When to look at the life of a token again at the latest; milliseconds. */
const longestWaitMs = 24 * 3_600_000;

/** A short hiccup leaves the condition as it was. @param reason - of the condition. */
export function verdictOn(
  trouble: Trouble | undefined,
  context: ReconcileContext,
  reason: string = reasons.informerSyncTimeout,
): Verdict | undefined {
  if (!trouble) return { ok: true };
  return lasts(trouble, context) ? because(reason, trouble.message) : undefined;
}

/** What has not been looked at is unknown, and so is whether a hiccup is more than that. */
export const servedVerdict = (
  { known, trouble }: ClaimStanding,
  context: ReconcileContext,
): Verdict | 'unknown' =>
  (known && verdictOn(trouble, context, claimNotServed)) || 'unknown';

function lasts(trouble: Trouble, context: ReconcileContext): boolean {
  const rest = untilLasting(trouble);
  if (rest > 0) context.requeueAfter(rest);
  return rest <= 0;
}

const whereOf = (spec: APIServiceBinding['spec']) =>
  spec ? `Secret ${idOf(spec.kubeconfigSecretRef)}` : '';

/** Whether the kubeconfig works is the word of the cluster it leads to, as well as ours. */
export function secretVerdict(
  { login, secretValid }: OpenedSecret & { ok: true },
  { spec }: APIServiceBinding,
  context: ReconcileContext,
): Verdict {
  const { unauthorized } = login;
  if (!unauthorized || !lasts(unauthorized, context)) return secretValid;
  const life = tokenLifeOf(login.kubeConfig);
  return credentialsEnded(life, login.cluster, whereOf(spec), new Date());
}

/** That the token in use was not renewed in time, in words; false while there is time, and where it does not tell. */
export function renewalVerdict(
  { kubeConfig, cluster }: SecretLogin,
  { spec }: APIServiceBinding,
  context: ReconcileContext,
): { message: string } | false {
  const life = tokenLifeOf(kubeConfig);
  const overdueAt = renewalOverdueAt(life);
  if (life.ends !== 'at' || !overdueAt) return false;
  const restMs = overdueAt.getTime() - Date.now();
  if (restMs <= 0) {
    return { message: tokenNotRenewed(life.at, cluster, whereOf(spec)) };
  }
  context.requeueAfter(Math.min(restMs, longestWaitMs));
  return false;
}

/** Whether the token in use never ends. */
export const isEndless = ({ kubeConfig }: SecretLogin): boolean =>
  tokenLifeOf(kubeConfig).ends === 'never';
