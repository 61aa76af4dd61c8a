/** The rules for claims as the permissions registry has them. */
import type { PermissionRuleset } from '@backstage/plugin-permission-node';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { claimRules } from '../claimRules';
import type { Predicate } from '../toPredicate';
import { rulesetOf } from './rulesetOf';

type Claim = Schemas['Claim'];

/** Finds a rule by its name. */
export const claimRuleset = rulesetOf(claimRules) as PermissionRuleset<
  Claim,
  Predicate<Claim>,
  'klutch-claim'
>;
