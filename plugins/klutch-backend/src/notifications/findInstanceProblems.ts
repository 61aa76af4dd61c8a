/** Finds what owners of instances are notified of. Pure functions. */
import {
  instancePath,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { claimsByInstance } from '../inventory/claimsOfInstance';
import { missingSince } from '../schedules/planBackups';
import { scopeOf, type ProblemScan, type Problem } from './Problem';
import { userOrGroupRefOf } from '../claimApis/entityRef';

type Claim = Schemas['Claim'];

type Finding = Pick<
  Problem,
  'topic' | 'severity' | 'title' | 'resolvedTitle'
> & {
  /** Tells several problems of an instance with the same topic apart. */
  subject?: string;
};

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
  const usable = current.filter(({ state }) => state !== 'Failed');
  const { backupSchedule } = instance;
  const isStale =
    backupSchedule !== undefined &&
    missingSince(instance, backupSchedule, usable, now) !== undefined;
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

function problemsOf(
  instance: Claim,
  findings: Finding[],
  recipient: string,
  link: string,
): Problem[] {
  return findings.map(({ subject, ...finding }) => ({
    ...finding,
    scope: scopeOf([finding.topic, instance.uid, recipient, subject ?? '']),
    cluster: instance.cluster,
    recipient,
    link,
  }));
}

/**
 * Problems of instances that have an owner; others have nobody to notify. Titles are made of the names of the instance
 * and its bindings only: messages of providers are for those who may open the page.
 */
export function findInstanceProblems(
  claims: readonly Claim[],
  isCurrent: ProblemScan['isCurrent'],
  mountPath: string,
  now: Date,
): ProblemScan {
  const backupsOf = claimsByInstance(claims, 'backup');
  const bindingsOf = claimsByInstance(claims, 'binding');
  const problems: Problem[] = [];
  const concerns: ProblemScan['concerns'] = [];
  for (const instance of claims) {
    const recipient = userOrGroupRefOf(instance.owner);
    if (instance.type !== 'instance' || instance.deleting || !recipient) {
      continue;
    }
    const link = instancePath(instance, mountPath);
    const findings = [
      ...instanceFinding(instance),
      ...backupFinding(instance, backupsOf(instance), now),
      ...bindingsOf(instance)
        .filter(isUnhealthy)
        .map(binding => bindingFinding(instance, binding)),
    ];
    problems.push(...problemsOf(instance, findings, recipient, link));
    concerns.push({ recipient, link });
  }
  return {
    topics: new Set(['klutch-backup', 'klutch-binding', 'klutch-instance']),
    problems,
    concerns,
    isCurrent,
  };
}
