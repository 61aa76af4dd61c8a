/** Messages of rules in the user's language, where this project writes the rule. */
import {
  explainRule,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import type { T } from '../hooks/useT';
import { explanationText } from './explanationText';

type Choice = Pick<Schemas['Choice'], 'reason'>;

export const ruleText = (message: string, t: T): string =>
  explanationText(explainRule(message), t);

/** Why a version or a plan cannot be ordered. */
export const unavailableText = ({ reason }: Choice, t: T): string =>
  reason ? ruleText(reason, t) : t('services.plan.notAvailable');
