export * from './claimChoices';
export { crossplaneFields } from './crossplaneFields';
export { fieldTitle } from './fieldTitle';
export { ruleViolations, type RuleViolation } from './ruleViolations';
export * from './schema';
export * from './versions';
