/**
 * Scaffolder actions for data services.
 *
 * @packageDocumentation
 */
export { scaffolderModuleKlutch as default } from './module';
export { createApplyClaimAction, type ClientFor } from './actions/applyClaim';
