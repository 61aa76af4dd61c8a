/** One row of a list of claims; pure. */
import {
  KLUTCH_OWNER_ANNOTATION,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import type { ServiceInfo } from '../services/serviceInfo';
import type { ClaimObject } from './api';
import type { ClaimStanding } from './claimState';

/** What a row is made of. */
export interface SummaryInput {
  /** Id of the app cluster. */
  cluster: string;
  object: ClaimObject;
  info: ServiceInfo;
  standing: ClaimStanding;
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

function ofInstance({ spec }: ClaimObject, lastBackupAt: string | undefined) {
  return {
    ...(spec?.service && { service: spec.service }),
    ...(spec?.plan && { plan: spec.plan }),
    ...(lastBackupAt && { lastBackupAt }),
  };
}

function ofBackup(object: ClaimObject) {
  const size = object.status?.managed?.size;
  const ended = finishedAt(object);
  return {
    ...(typeof size === 'number' && { size }),
    ...(ended && { finishedAt: ended }),
  };
}

/** The row of a claim. */
export function claimSummary(input: SummaryInput): Schemas['Claim'] {
  const { object, info, standing } = input;
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
    ...(info.type === 'instance' && ofInstance(object, input.lastBackupAt)),
    ...(input.instanceRef && { instanceRef: input.instanceRef }),
    ...(input.instanceResource && {
      instanceResource: input.instanceResource,
    }),
    ...(info.type === 'restore' &&
      spec?.backupRef && { backupRef: spec.backupRef }),
    ...(isJob && ofBackup(object)),
    ...(owner && { owner }),
    state: standing.state,
    stateText: standing.text,
    ...(standing.message && { message: standing.message }),
    deleting: Boolean(metadata.deletionTimestamp),
    createdAt: metadata.creationTimestamp ?? '',
    ...(input.lastSeenAt && { lastSeenAt: input.lastSeenAt.toISOString() }),
  };
}
