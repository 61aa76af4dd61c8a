export * from './claimChoices';
export * from './claimNames';
export { crossplaneFields } from './crossplaneFields';
export { fieldTitle } from './fieldTitle';
export * from './relatedRequest';
export { ruleViolations, type RuleViolation } from './ruleViolations';
export * from './schema';
export * from './versions';
