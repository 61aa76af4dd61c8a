/**
 * Scaffolder actions for data services.
 *
 * @packageDocumentation
 */
export { scaffolderModuleKlutch as default } from './module';
export { createApplyClaimAction } from './actions/applyClaim';
export { createCreateBackupAction } from './actions/createBackup';
export { createCreateBindingAction } from './actions/createBinding';
export { createCreateInstanceAction } from './actions/createInstance';
export { createCreateRestoreAction } from './actions/createRestore';
export { createDeleteInstanceAction } from './actions/deleteInstance';
export { createUpdateInstanceAction } from './actions/updateInstance';
export { createWaitAction } from './actions/wait';
export type { ClaimActionOptions } from './claims/locateClaim';
export type { KlutchClientFor as ClientFor } from '@klutch/backstage-plugin-klutch-node';
