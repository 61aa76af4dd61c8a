/** The konnector's conditions on an export on the control plane, with the reference's types and reasons. Pure. */
import {
  conditionReasons as reasons,
  conditionTypes as types,
  type APIServiceExport,
  type CustomResourceDefinition,
  type NewCondition,
} from '@klutch/bind-api';
import {
  falseCondition,
  conditionOrPending,
  statusPatch,
  toCondition,
  withConditions,
  type ConditionResult,
} from './conditionResult';

/** Observed state of an export; a missing field is not known now. `crd` is the app cluster's CRD. */
export interface ExportState {
  connected: ConditionResult;
  consumerInSync?: ConditionResult;
  crd?: CustomResourceDefinition;
}

const notCompared = falseCondition(
  reasons.unknown,
  'The konnector has not compared the schemas yet.',
  'Info',
);

/** The state of an export that no binding of this app cluster uses. */
export const unboundExport: ExportState = {
  connected: falseCondition(
    reasons.apiServiceBindingNotFound,
    'No APIServiceBinding on the app cluster uses this export.',
    'Info',
  ),
  consumerInSync: falseCondition(
    reasons.notApplicable,
    'Nothing to compare: no APIServiceBinding uses this export.',
    'Info',
  ),
};

/** Merge patch that updates an export's status, or undefined when it is current. */
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
    ...conditionOrPending(
      present,
      types.consumerInSync,
      state.consumerInSync,
      notCompared,
    ),
  ];
  return statusPatch(apiExport, {
    conditions: withConditions(present, changes, now),
    ...(crd?.status?.acceptedNames && {
      acceptedNames: crd.status.acceptedNames,
    }),
    ...(crd?.status?.storedVersions && {
      storedVersions: crd.status.storedVersions,
    }),
  });
}
