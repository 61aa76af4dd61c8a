/** What a check of the set-up says. Pure functions. */
import {
  explain,
  isReason,
  type Explanation,
  type Reason,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';

/** One finding of a check. */
export type Finding = Schemas['SetUpFinding'];

/** Whether something works. */
export type State = Schemas['SetUpState'];

/** Name of a check. */
export type CheckName = Schemas['SetUpCheck']['name'];

/** A check that reads facts and judges them. */
export interface Check {
  name: CheckName;
  /** Page in the folder of the documentation, with an anchor. */
  docs: string;
  /** @param signal - aborted when the check takes too long */
  run(signal: AbortSignal): Promise<Finding[]>;
}

/** The documentation of this project. */
const docsFolder =
  'https://github.com/anynines/klutch-for-backstage/blob/main/docs';

/** URL of a page in the folder of the documentation. */
export const docsUrlOf = (page: string): string => `${docsFolder}/${page}`;

/** Worst first. */
const severities: readonly State[] = [
  'failed',
  'warning',
  'unknown',
  'ok',
  'unused',
];

/** Reasons and remedies have the same parameters, which a test checks. */
const explainAny = explain as (
  reason: Reason,
  params?: Record<string, string>,
) => Explanation;

/** A finding; what to fix has the reason of the explanation with `Remedy` at its end. */
export function finding(state: State, explanation: Explanation): Finding {
  const { params, reason } = explanation;
  const remedyReason = `${reason}Remedy`;
  if (!isReason(remedyReason)) return { state, ...explanation };
  const remedy = explainAny(remedyReason, params).message;
  return { state, ...explanation, remedy, remedyReason };
}

/** The worst state of the findings; `unused` without any. */
export const worstOf = (findings: readonly Finding[]): State =>
  severities.find(state => findings.some(one => one.state === state)) ??
  'unused';
