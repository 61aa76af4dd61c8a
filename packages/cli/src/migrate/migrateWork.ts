/** What the commands do. Loaded when a command runs, so that help and completion start fast. */
import type { runMigrateBackend } from './runMigrateBackend';
import type { runMigrateCheck } from './runMigrateCheck';
import type { runMigrateKonnector } from './runMigrateKonnector';

/** The work of the commands. */
export interface MigrateWork {
  runMigrateBackend: typeof runMigrateBackend;
  runMigrateCheck: typeof runMigrateCheck;
  runMigrateKonnector: typeof runMigrateKonnector;
}

/** Loads the module of each command on first use. */
export const migrateWork: MigrateWork = {
  runMigrateBackend: async (...args) =>
    (await import('./runMigrateBackend')).runMigrateBackend(...args),
  runMigrateCheck: async (...args) =>
    (await import('./runMigrateCheck')).runMigrateCheck(...args),
  runMigrateKonnector: async (...args) =>
    (await import('./runMigrateKonnector')).runMigrateKonnector(...args),
};
