/** Rules as the permissions registry has them. */
import type {
  PermissionRule,
  PermissionRuleset,
} from '@backstage/plugin-permission-node';

/** Finds a rule by its name. */
export const rulesetOf = (rules: object): PermissionRuleset => ({
  getRuleByName(name) {
    const found = Object.values(rules).find(
      (rule: PermissionRule<unknown, unknown, string>) => rule.name === name,
    );
    if (!found) throw new Error(`There is no rule ${name}.`);
    return found;
  },
});
