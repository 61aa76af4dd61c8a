export * from './claimChoices';
export * from './claimNames';
export { crossplaneFields } from './crossplaneFields';
export * from './expiredBackups';
export { fieldTitle } from './fieldTitle';
export * from './relatedRequest';
export { ruleViolations, type RuleViolation } from './ruleViolations';
export * from './schema';
export * from './versions';
