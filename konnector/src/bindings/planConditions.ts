/** What a binding and its export say about themselves: conditions with the reference's types and reasons. Pure. */
import {
  conditionReasons as reasons,
  conditionTypes as types,
  getCondition,
  setCondition,
  summarizeReady,
  type APIServiceBinding,
  type APIServiceExport,
  type Condition,
  type CustomResourceDefinition,
  type NewCondition,
  type ReadConditions,
} from '@klutch/bind-api';
import { canonicalJson } from '../sync/projection';

/** Good, or why not. */
export type Verdict =
  | { ok: true }
  | {
      ok: false;
      reason: string;
      message: string;
      severity: 'Error' | 'Warning' | 'Info';
    };

/** What is known about a binding; what is left out is not known now: its condition stays as it is, or is pending. */
export interface BindingState {
  secretValid?: Verdict;
  informersSynced?: Verdict;
  heartbeating?: Verdict;
  connected?: Verdict;
  schemaInSync?: Verdict;
  providerPrettyName?: string;
}

/** What is known about an export, likewise; `crd` is the app cluster's. */
export interface ExportState {
  connected: Verdict;
  consumerInSync?: Verdict;
  crd?: CustomResourceDefinition;
}

/** Shorthand for a `False` verdict; severity is `Error` unless said otherwise. */
export const because = (
  reason: string,
  message: string,
  severity: 'Error' | 'Warning' | 'Info' = 'Error',
): Verdict => ({ ok: false, reason, message, severity });

const pending = because(reasons.pending, 'Not looked at yet.', 'Info');
const notCompared = because(
  reasons.unknown,
  'The konnector has not compared the schemas yet.',
  'Info',
);

const toCondition = (type: string, verdict: Verdict): NewCondition =>
  verdict.ok
    ? { type, status: 'True' }
    : {
        type,
        status: 'False',
        severity: verdict.severity,
        reason: verdict.reason,
        message: verdict.message,
      };

/** What is not known leaves a condition as it was; without one, a thing only half looked at would count as ready. */
const known = (
  present: ReadConditions,
  type: string,
  verdict: Verdict | undefined,
  unknown: Verdict,
): NewCondition[] => {
  if (verdict) return [toCondition(type, verdict)];
  return getCondition(present, type) ? [] : [toCondition(type, unknown)];
};

/** The other writer's conditions stay untouched: the list is atomic and has two writers. */
const withAll = (
  present: ReadConditions,
  changes: readonly NewCondition[],
  now: Date,
) =>
  summarizeReady(
    changes.reduce<Condition[]>(
      (list, condition) => setCondition(list, condition, now),
      [...(present ?? [])],
    ),
    now,
  );

/** A merge patch for `/status` with preconditions, or undefined when it would change nothing. */
function statusPatch(
  object: APIServiceBinding | APIServiceExport,
  status: Record<string, unknown>,
): object | undefined {
  const before = (object.status ?? {}) as Record<string, unknown>;
  const changed = Object.entries(status).filter(
    ([field, value]) =>
      canonicalJson(before[field] ?? null) !== canonicalJson(value ?? null),
  );
  if (changed.length === 0) return undefined;
  const { uid, resourceVersion } = object.metadata;
  return {
    metadata: { uid, resourceVersion },
    status: Object.fromEntries(changed),
  };
}

/** The patch that brings a binding's status up to date, or undefined. */
export function planBindingStatus(
  binding: APIServiceBinding,
  state: BindingState,
  now: Date,
): object | undefined {
  const verdicts: [string, Verdict | undefined][] = [
    [types.secretValid, state.secretValid],
    [types.informersSynced, state.informersSynced],
    [types.heartbeating, state.heartbeating],
    [types.bindingConnected, state.connected],
    [types.schemaInSync, state.schemaInSync],
  ];
  const present = binding.status?.conditions;
  const changes = verdicts.flatMap(([type, verdict]) =>
    known(present, type, verdict, pending),
  );
  return statusPatch(binding, {
    conditions: withAll(present, changes, now),
    ...(state.providerPrettyName !== undefined && {
      providerPrettyName: state.providerPrettyName,
    }),
  });
}

/** The state of an export that no binding of this app cluster uses. */
export const unboundExport: ExportState = {
  connected: because(
    reasons.apiServiceBindingNotFound,
    'No APIServiceBinding on the app cluster uses this export.',
    'Info',
  ),
  consumerInSync: because(
    reasons.notApplicable,
    'Nothing to compare: no APIServiceBinding uses this export.',
    'Info',
  ),
};

/** The patch that brings an export's status up to date, or undefined. */
export function planExportStatus(
  apiExport: APIServiceExport,
  state: ExportState,
  now: Date,
): object | undefined {
  const { crd } = state;
  const copied = (crd?.status?.conditions ?? []).map(
    (condition): NewCondition => ({
      type: condition.type,
      status: condition.status,
      ...(condition.status !== 'True' && { severity: 'Error' }),
      ...(condition.reason && { reason: condition.reason }),
      ...(condition.message && { message: condition.message }),
      ...(condition.lastTransitionTime && {
        lastTransitionTime: condition.lastTransitionTime,
      }),
    }),
  );
  const present = apiExport.status?.conditions;
  const changes = [
    ...copied,
    toCondition(types.exportConnected, state.connected),
    ...known(present, types.consumerInSync, state.consumerInSync, notCompared),
  ];
  return statusPatch(apiExport, {
    conditions: withAll(present, changes, now),
    ...(crd?.status?.acceptedNames && {
      acceptedNames: crd.status.acceptedNames,
    }),
    ...(crd?.status?.storedVersions && {
      storedVersions: crd.status.storedVersions,
    }),
  });
}
