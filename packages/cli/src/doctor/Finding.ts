/** What a check of `doctor` says. */

/** Whether something works. */
export type FindingStatus = 'OK' | 'Warning' | 'Failed';

/** Names of the checks, in the order of the report. */
export const checkNames = [
  'Reachability',
  'Sign-in',
  'Rights',
  'Policies',
  'Addresses',
  'Certificates',
  'Versions',
  'Clock',
  'CRDs',
  'Tokens',
  'Heartbeats',
  'Crossplane',
] as const;

/** Name of a check. */
export type CheckName = (typeof checkNames)[number];

/** One line of the report. */
export interface Finding {
  check: CheckName;
  status: FindingStatus;
  /** What was found, in a sentence. */
  message: string;
  /** What to do; absent when nothing is to be done. */
  remedy?: string;
}

/** It works. */
export const ok = (check: CheckName, message: string): Finding => ({
  check,
  status: 'OK',
  message,
});

/** It may not work, or could not be checked. */
export const warning = (
  check: CheckName,
  message: string,
  remedy: string,
): Finding => ({ check, status: 'Warning', message, remedy });

/** It does not work. */
export const failed = (
  check: CheckName,
  message: string,
  remedy: string,
): Finding => ({ check, status: 'Failed', message, remedy });
