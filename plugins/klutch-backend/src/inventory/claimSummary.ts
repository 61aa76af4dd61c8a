/** Builds one row of the list of claims. Pure functions. */
import { isProtected } from '@klutch/bind-api';
import {
  KLUTCH_COMPONENT_ANNOTATION,
  KLUTCH_OWNER_ANNOTATION,
  KLUTCH_SYSTEM_ANNOTATION,
  KLUTCH_REPLACES_ANNOTATION,
  KLUTCH_RESTORE_FROM_ANNOTATION,
  KLUTCH_SCHEDULED_AT_ANNOTATION,
  reasonMessages,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { secretNameOf, type ClaimObject } from '../claimApis/claimResource';
import type { ServiceInfo } from '../claimApis/serviceInfo';
import { backupScheduleOf, scheduleSetAt } from '../claimApis/backupSchedule';
import { entityRefOf } from '../claimApis/entityRef';
import { managedBy } from '../claimApis/managedBy';
import { planTitleOf, versionTitleOf } from '../claimApis/planChoices';
import { explanationIn, type DerivedClaimState } from './ClaimFacts';

/** Input of {@link claimSummary}. */
export interface SummaryInput {
  /** Id of the app cluster. */
  cluster: string;
  clusterTitle: string;
  object: ClaimObject;
  info: ServiceInfo;
  derivedState: DerivedClaimState;
  /** Title of the service that the claim refers to; of its own API for instances. */
  serviceTitle: string;
  /** The instance that the claim refers to; absent for instances. */
  instanceRef?: string;
  /** API of that instance. */
  instanceResource?: string;
  /** Owner of that instance. */
  instanceOwner?: string;
  /** Instances: end of the newest successful backup. */
  lastBackupAt?: string;
  /** Set while the app cluster is unreachable. */
  lastSeenAt?: Date;
}

/** The owner that an object names itself. */
export const ownerIn = ({ metadata }: ClaimObject): string | undefined =>
  metadata.annotations?.[KLUTCH_OWNER_ANNOTATION] || undefined;

/** The owner of an instance, for a claim on it; undefined for a claim on an earlier instance of the same name. */
export function ownerOfInstance(
  instance: ClaimObject,
  { metadata }: ClaimObject,
): string | undefined {
  const createdAt = instance.metadata.creationTimestamp ?? '';
  const isEarlier = (metadata.creationTimestamp ?? createdAt) < createdAt;
  return isEarlier ? undefined : ownerIn(instance);
}

/** End of a backup or restore. */
export function finishedAt({ status }: ClaimObject): string | undefined {
  return (
    status?.managed?.finished_at || status?.managed?.finishedAt || undefined
  );
}

function instanceFields({ info, object, lastBackupAt }: SummaryInput) {
  const { metadata, spec } = object;
  const component = entityRefOf(
    metadata.annotations?.[KLUTCH_COMPONENT_ANNOTATION],
    'component',
  );
  const system = entityRefOf(
    metadata.annotations?.[KLUTCH_SYSTEM_ANNOTATION],
    'system',
  );
  const backupSchedule = backupScheduleOf(object);
  const backupScheduleSetAt = backupSchedule && scheduleSetAt(object);
  const restoreFrom = metadata.annotations?.[KLUTCH_RESTORE_FROM_ANNOTATION];
  return {
    ...(component && { component }),
    ...(system && { system }),
    ...(backupSchedule && { backupSchedule }),
    ...(backupScheduleSetAt && { backupScheduleSetAt }),
    ...(restoreFrom && { restoreFrom }),
    ...(spec?.service && {
      service: spec.service,
      versionTitle: versionTitleOf(info, spec.service),
    }),
    ...(spec?.plan && {
      plan: spec.plan,
      planTitle: planTitleOf(info, spec.plan),
    }),
    ...(lastBackupAt && { lastBackupAt }),
    ...endpointFields(object),
  };
}

function jobFields(object: ClaimObject) {
  const size = object.status?.managed?.size;
  const ended = finishedAt(object);
  const { annotations } = object.metadata;
  const scheduledAt = annotations?.[KLUTCH_SCHEDULED_AT_ANNOTATION];
  return {
    ...(scheduledAt && { scheduledAt }),
    ...(typeof size === 'number' && { size }),
    ...(ended && { finishedAt: ended }),
  };
}

/** Where applications connect to; custom services may report the addresses on the instance itself. */
function endpointFields({ status }: ClaimObject) {
  const endpoints = (status?.managed?.connectionDetails ?? []).flatMap(
    ({ hostURL: host, port, label, database }) =>
      host && port
        ? [
            {
              host,
              port,
              ...(label && { label }),
              ...(database && { database }),
            },
          ]
        : [],
  );
  return endpoints.length > 0 ? { endpoints } : {};
}

function bindingFields(object: ClaimObject) {
  const replaces = object.metadata.annotations?.[KLUTCH_REPLACES_ANNOTATION];
  return {
    secretName: secretNameOf(object),
    ...(replaces && { replaces }),
    ...endpointFields(object),
  };
}

/** The state as the REST document has it. */
export function stateFields(derivedState: DerivedClaimState) {
  const { state, stateReason, providerState } = derivedState;
  const text = stateReason ? reasonMessages[stateReason] : state;
  return {
    state,
    stateText: providerState ? `${text} (${providerState})` : text,
    ...(stateReason && { stateReason }),
    ...(providerState && { providerState }),
    ...explanationIn(derivedState),
  };
}

/** The row of a claim. */
export function claimSummary(input: SummaryInput): Schemas['Claim'] {
  const { object, info, derivedState } = input;
  const { metadata, spec } = object;
  // What nobody ordered with the portal on an instance belongs to the owner of the instance.
  const owner = ownerIn(object) ?? input.instanceOwner;
  const isJob = info.type === 'backup' || info.type === 'restore';
  const tool = managedBy(object);
  return {
    cluster: input.cluster,
    clusterTitle: input.clusterTitle,
    namespace: metadata.namespace ?? '',
    resource: info.resource,
    kind: info.api.kind,
    type: info.type,
    name: metadata.name ?? '',
    uid: metadata.uid ?? '',
    serviceTitle: input.serviceTitle,
    ...(info.type === 'instance' && instanceFields(input)),
    ...(info.type === 'binding' && bindingFields(object)),
    ...(input.instanceRef && { instanceRef: input.instanceRef }),
    ...(input.instanceResource && {
      instanceResource: input.instanceResource,
    }),
    ...(info.type === 'restore' &&
      spec?.backupRef && { backupRef: spec.backupRef }),
    ...(isJob && jobFields(object)),
    ...(owner && { owner }),
    ...stateFields(derivedState),
    deleting: Boolean(metadata.deletionTimestamp),
    protected: isProtected(object),
    ...(tool && { managedBy: tool }),
    createdAt: metadata.creationTimestamp ?? '',
    ...(input.lastSeenAt && { lastSeenAt: input.lastSeenAt.toISOString() }),
  };
}
