export * from './claimChoices';
export { ruleViolations, type RuleViolation } from './ruleViolations';
export * from './schema';
