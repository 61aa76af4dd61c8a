/** Finds what owners of instances are notified of. Pure functions. */
import { createHash } from 'node:crypto';
import { parseEntityRef } from '@backstage/catalog-model';
import {
  instancePath,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { timesOf } from '../claimApis/backupSchedule';
import { entityRefOf } from '../claimApis/entityRef';
import { claimsByInstance } from '../inventory/claimsOfInstance';

type Claim = Schemas['Claim'];

/** A problem of an instance, in the words of its notification. */
export interface Problem {
  /** The same for the same problem of the same instance and owner. */
  scope: string;
  /** App cluster of the instance. */
  cluster: string;
  /** Entity ref of the owner, a user or group. */
  recipient: string;
  topic: 'klutch-instance' | 'klutch-backup' | 'klutch-binding';
  severity: 'high' | 'normal';
  title: string;
  /** What is said when the problem is over. */
  resolvedTitle: string;
  /** The page of the instance, below the app's base URL. */
  link: string;
}

type Finding = Pick<
  Problem,
  'topic' | 'severity' | 'title' | 'resolvedTitle'
> & {
  /** Tells several problems of an instance with the same topic apart. */
  subject?: string;
};

/** The owner that the annotation names; undefined unless it is a user or group. */
export function ownerOf({ owner }: Claim): string | undefined {
  const ref = entityRefOf(owner, 'group');
  return ref && ['user', 'group'].includes(parseEntityRef(ref).kind)
    ? ref
    : undefined;
}

const isUnhealthy = ({ state, deleting }: Claim) =>
  !deleting && (state === 'Failed' || state === 'Degraded');

function instanceFinding(instance: Claim): Finding[] {
  if (instance.state !== 'Failed') return [];
  return [
    {
      topic: 'klutch-instance',
      severity: 'high',
      title: `${instance.name} has failed`,
      resolvedTitle: `${instance.name} works again`,
    },
  ];
}

/** How long after it was due a scheduled backup may be missing. */
const graceMs = 10 * 60_000;

/** Of the times that are older than the grace, so that each new time does not end the problem for ten minutes. */
function isBackupMissing(
  { backupSchedule, createdAt }: Claim,
  usable: readonly Claim[],
  now: Date,
): boolean {
  const before = new Date(now.getTime() - graceMs);
  const times = backupSchedule && timesOf(backupSchedule.cron, before);
  if (!times || times.lastDue <= new Date(createdAt)) return false;
  const due = times.lastDue.toISOString();
  return !usable.some(({ scheduledAt = '' }) => scheduledAt >= due);
}

/** One finding for each instance, so that a failed backup that makes the last good one stale is notified once. */
function backupFinding(
  instance: Claim,
  backups: readonly Claim[],
  now: Date,
): Finding[] {
  const { name } = instance;
  const current = backups.filter(
    backup => Date.parse(backup.createdAt) >= Date.parse(instance.createdAt),
  );
  const newest = current
    .filter(({ state }) => state === 'Ready' || state === 'Failed')
    .reduce<Claim | undefined>(
      (last, backup) =>
        last && last.createdAt >= backup.createdAt ? last : backup,
      undefined,
    );
  const isFailed = newest?.state === 'Failed';
  const isStale = isBackupMissing(
    instance,
    current.filter(({ state }) => state !== 'Failed'),
    now,
  );
  if (!isFailed && !isStale) return [];
  return [
    {
      topic: 'klutch-backup',
      severity: 'high',
      title: isFailed
        ? `A backup of ${name} has failed`
        : `${name} has no backup for its last scheduled time`,
      resolvedTitle: `Backups of ${name} are in order again`,
    },
  ];
}

const bindingFinding = (instance: Claim, binding: Claim): Finding => ({
  topic: 'klutch-binding',
  severity: 'normal',
  subject: `${binding.resource}/${binding.name}`,
  title: `The service binding ${binding.name} of ${instance.name} does not work`,
  resolvedTitle: `The service binding ${binding.name} of ${instance.name} works again`,
});

/** A hash, because names may be longer than the column. */
const scopeOf = (parts: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/**
 * Problems of instances that have an owner; others have nobody to notify. Titles are made of the names of the instance
 * and its bindings only: messages of providers are for those who may open the page.
 */
export function problemsOf(
  claims: readonly Claim[],
  mountPath: string,
  now: Date,
): Problem[] {
  const backupsOf = claimsByInstance(claims, 'backup');
  const bindingsOf = claimsByInstance(claims, 'binding');
  return claims.flatMap(instance => {
    const recipient = ownerOf(instance);
    if (instance.type !== 'instance' || instance.deleting || !recipient) {
      return [];
    }
    const findings = [
      ...instanceFinding(instance),
      ...backupFinding(instance, backupsOf(instance), now),
      ...bindingsOf(instance)
        .filter(isUnhealthy)
        .map(binding => bindingFinding(instance, binding)),
    ];
    return findings.map(({ subject, ...finding }) => ({
      ...finding,
      scope: scopeOf([finding.topic, instance.uid, recipient, subject ?? '']),
      cluster: instance.cluster,
      recipient,
      link: instancePath(instance, mountPath),
    }));
  });
}
