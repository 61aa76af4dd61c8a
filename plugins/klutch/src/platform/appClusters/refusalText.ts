/** Why a cluster, or the portal, would refuse an action. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { T } from '../../hooks/useT';
import { explanationText } from '../../shared/explanationText';

/** Undefined where the action is allowed, and while there is no answer. */
export const refusalText = (
  answer: Schemas['ActionAccess'] | undefined,
  t: T,
): string | undefined =>
  answer?.allowed === false ? explanationText(answer, t) : undefined;
