/** What the backend explains, in the user's language; messages of clusters and providers as they are. */
import {
  CONTROL_PLANE_NAME,
  isReason,
  withCapitals,
  type Explanation,
} from '@klutch/backstage-plugin-klutch-common';
import type { T } from '../hooks/useT';
import { relativeTime } from './relativeTime';

export function explanationText(explanation: Explanation, t: T): string;
export function explanationText(
  explanation: Partial<Explanation>,
  t: T,
): string | undefined;
export function explanationText(
  { message, reason, params = {} }: Partial<Explanation>,
  t: T,
): string | undefined {
  if (!isReason(reason)) return message;
  const { at, cluster, error, errorReason } = params;
  // The parameters of each reason come with it from the backend, so the types of all texts do not apply.
  const translate = t as (
    key: string,
    params: Record<string, string>,
  ) => string;
  const text = translate(`reasons.${reason}`, {
    ...params,
    ...(cluster === CONTROL_PLANE_NAME && {
      cluster: t('shared.controlPlane.name'),
    }),
    ...(at && { at: relativeTime(at, Date.now(), t) }),
    ...(error &&
      isReason(errorReason) && {
        error: explanationText(
          { message: error, reason: errorReason, params: { sentence: error } },
          t,
        ),
      }),
  });
  return withCapitals(text);
}
