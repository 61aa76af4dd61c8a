/** The rules for claims as the permissions registry has them. */
import type {
  PermissionRule,
  PermissionRuleset,
} from '@backstage/plugin-permission-node';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { claimRules } from '../claimRules';
import type { Predicate } from '../toPredicate';

type Claim = Schemas['Claim'];
type ClaimRule = PermissionRule<Claim, Predicate<Claim>, 'klutch-claim'>;

const rules = Object.values(claimRules) as unknown as ClaimRule[];

/** Finds a rule by its name. */
export const claimRuleset: PermissionRuleset<
  Claim,
  Predicate<Claim>,
  'klutch-claim'
> = {
  getRuleByName(name) {
    const rule = rules.find(one => one.name === name);
    if (!rule) throw new Error(`There is no rule ${name}.`);
    return rule;
  },
};
