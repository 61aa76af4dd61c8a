/** Messages of rules in the user's language, where this project writes the rule. */
import { explainRule } from '@klutch/backstage-plugin-klutch-common';
import type { T } from '../hooks/useT';
import { explanationText } from './explanationText';

export const ruleText = (message: string, t: T): string =>
  explanationText(explainRule(message), t);
