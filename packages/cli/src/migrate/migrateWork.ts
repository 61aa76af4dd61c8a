/** What the commands do. */
export { runMigrateBackend } from './runMigrateBackend';
export { runMigrateCheck } from './runMigrateCheck';
export { runMigrateKonnector } from './runMigrateKonnector';
