/** One row of a list of claims; pure. */
import {
  KLUTCH_OWNER_ANNOTATION,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import type { ServiceInfo } from '../services/serviceInfo';
import type { ClaimObject } from './api';
import type { DerivedClaimState } from './claimState';

/** What a row is made of. */
export interface SummaryInput {
  /** Id of the app cluster. */
  cluster: string;
  object: ClaimObject;
  info: ServiceInfo;
  derivedState: DerivedClaimState;
  /** Title of the service that the claim is about; of its own API when it is an instance. */
  serviceTitle: string;
  /** The instance that the claim is about, when it is none itself. */
  instanceRef?: string;
  /** API of that instance. */
  instanceResource?: string;
  /** Instance: when its newest good backup was done. */
  lastBackupAt?: string;
  /** Set while the app cluster cannot be reached. */
  lastSeenAt?: Date;
}

/** When a backup or restore ended. */
export function finishedAt({ status }: ClaimObject): string | undefined {
  return (
    status?.managed?.finished_at || status?.managed?.finishedAt || undefined
  );
}

function instanceFields(
  { spec }: ClaimObject,
  lastBackupAt: string | undefined,
) {
  return {
    ...(spec?.service && { service: spec.service }),
    ...(spec?.plan && { plan: spec.plan }),
    ...(lastBackupAt && { lastBackupAt }),
  };
}

function backupFields(object: ClaimObject) {
  const size = object.status?.managed?.size;
  const ended = finishedAt(object);
  return {
    ...(typeof size === 'number' && { size }),
    ...(ended && { finishedAt: ended }),
  };
}

/** The row of a claim. */
export function claimSummary(input: SummaryInput): Schemas['Claim'] {
  const { object, info, derivedState } = input;
  const { metadata, spec } = object;
  const owner = metadata.annotations?.[KLUTCH_OWNER_ANNOTATION];
  const isJob = info.type === 'backup' || info.type === 'restore';
  return {
    cluster: input.cluster,
    namespace: metadata.namespace ?? '',
    resource: info.resource,
    kind: info.api.kind,
    type: info.type,
    name: metadata.name ?? '',
    uid: metadata.uid ?? '',
    serviceTitle: input.serviceTitle,
    ...(info.type === 'instance' && instanceFields(object, input.lastBackupAt)),
    ...(input.instanceRef && { instanceRef: input.instanceRef }),
    ...(input.instanceResource && {
      instanceResource: input.instanceResource,
    }),
    ...(info.type === 'restore' &&
      spec?.backupRef && { backupRef: spec.backupRef }),
    ...(isJob && backupFields(object)),
    ...(owner && { owner }),
    state: derivedState.state,
    stateText: derivedState.text,
    ...(derivedState.message && { message: derivedState.message }),
    deleting: Boolean(metadata.deletionTimestamp),
    createdAt: metadata.creationTimestamp ?? '',
    ...(input.lastSeenAt && { lastSeenAt: input.lastSeenAt.toISOString() }),
  };
}
