export * from './claimChoices';
export * from './schema';
export * from './versions';
export { crossplaneFields } from './crossplaneFields';
export { fieldTitle } from './fieldTitle';
export { ruleViolations, type RuleViolation } from './ruleViolations';
