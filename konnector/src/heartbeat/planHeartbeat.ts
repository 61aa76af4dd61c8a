/** Plans the ClusterBinding's status for this konnector, and when to write it again. Pure. */
import {
  conditionReasons as reasons,
  conditionTypes as types,
  formatGoDuration,
  setCondition,
  summarizeReady,
  toKubernetesTime,
  withSecretByName,
  type ClusterBinding,
  type Condition,
  type NewCondition,
} from '@klutch/bind-api';
import { canonicalJson } from '../json/projection';

/** Inputs of {@link planHeartbeat}. */
export interface HeartbeatFacts {
  clusterBinding: ClusterBinding;
  /** Whether the control plane's kubeconfig Secret is valid; undefined while the Secret is being read. */
  secret: 'valid' | { reason: string; message: string } | undefined;
  konnectorVersion: string;
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

const semanticVersion = /^v\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/;

const secretCondition = (secret: HeartbeatFacts['secret']): NewCondition[] => {
  if (!secret) return [];
  const type = types.secretValid;
  return secret === 'valid'
    ? [{ type, status: 'True' }]
    : [{ type, status: 'False', severity: 'Warning', ...secret }];
};

const versionCondition = (readable: boolean): NewCondition =>
  readable
    ? { type: types.validVersion, status: 'True' }
    : {
        type: types.validVersion,
        status: 'False',
        severity: 'Warning',
        reason: reasons.parseError,
        message: 'The konnector does not know its own version.',
      };

/** Decides whether a heartbeat is due, and plans its patch. */
export function planHeartbeat(facts: HeartbeatFacts): HeartbeatStep {
  const { clusterBinding, now, tickMs } = facts;
  const before = clusterBinding.status ?? {};
  const last = Date.parse(before.lastHeartbeatTime ?? '');
  const age = now.getTime() - last;
  const due = Number.isNaN(last) || age >= tickMs || age < -tickMs;
  const isValidVersion = semanticVersion.test(facts.konnectorVersion);
  const conditions = [
    ...secretCondition(facts.secret),
    versionCondition(isValidVersion),
  ].reduce<Condition[]>(
    (list, condition) => setCondition(list, condition, now),
    [...(before.conditions ?? [])],
  );
  const desired: ClusterBinding['status'] = {
    heartbeatInterval: formatGoDuration(facts.intervalMs),
    konnectorVersion: isValidVersion
      ? withSecretByName(facts.konnectorVersion)
      : 'unknown',
    conditions: summarizeReady(conditions, now),
    lastHeartbeatTime: due ? toKubernetesTime(now) : before.lastHeartbeatTime,
  };
  const changed = Object.entries(desired).filter(
    ([field, value]) =>
      canonicalJson((before as Record<string, unknown>)[field] ?? null) !==
      canonicalJson(value ?? null),
  );
  const { uid, resourceVersion } = clusterBinding.metadata;
  return {
    ...(changed.length > 0 && {
      patch: {
        metadata: { uid, resourceVersion },
        status: Object.fromEntries(changed),
      },
    }),
    requeueAfterMs: due ? tickMs : Math.max(1_000, tickMs - age),
  };
}
