/** Plans the ClusterBinding's status for this konnector, and when to write it again. Pure. */
import {
  conditionTypes as types,
  formatGoDuration,
  toKubernetesTime,
  withSecretByName,
  type ClusterBinding,
} from '@klutch/bind-api';
import {
  falseCondition,
  statusPatch,
  toCondition,
  withConditions,
  type ConditionResult,
} from '../conditions/conditionResult';
import { konnectorVersion } from '../version';
import type { SecretStatus } from './providerSecret';

export interface HeartbeatFacts {
  clusterBinding: ClusterBinding;
  secret: SecretStatus | undefined;
  /** Written as `heartbeatInterval`; milliseconds. */
  intervalMs: number;
  /** A heartbeat older than this is renewed; milliseconds. */
  tickMs: number;
  now: Date;
}

/** The status patch to send, if any, and the requeue delay in milliseconds. */
export interface HeartbeatStep {
  patch?: object;
  requeueAfterMs: number;
}

const secretResult = (secret: SecretStatus): ConditionResult =>
  secret === 'valid'
    ? { ok: true }
    : falseCondition(secret.reason, secret.message, 'Warning');

export function planHeartbeat(facts: HeartbeatFacts): HeartbeatStep {
  const { clusterBinding, secret, now, tickMs } = facts;
  const { conditions, lastHeartbeatTime } = clusterBinding.status ?? {};
  const last = Date.parse(lastHeartbeatTime ?? '');
  const age = now.getTime() - last;
  const due = Number.isNaN(last) || age >= tickMs || age < -tickMs;
  const changes = [
    ...(secret ? [toCondition(types.secretValid, secretResult(secret))] : []),
    toCondition(types.validVersion, { ok: true }),
  ];
  const patch = statusPatch(clusterBinding, {
    heartbeatInterval: formatGoDuration(facts.intervalMs),
    konnectorVersion: withSecretByName(konnectorVersion),
    conditions: withConditions(conditions, changes, now),
    lastHeartbeatTime: due ? toKubernetesTime(now) : lastHeartbeatTime,
  });
  return {
    ...(patch && { patch }),
    requeueAfterMs: due ? tickMs : Math.max(1_000, tickMs - age),
  };
}
