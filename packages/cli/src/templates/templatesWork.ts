/** What the commands do. Loaded when a command runs, so that help and completion start fast. */
import type { runApplyTemplates } from './runApplyTemplates';
import type { runCreateTemplate } from './runCreateTemplate';
import type { runDiffTemplates } from './runDiffTemplates';
import type { runListTemplates } from './runListTemplates';

/** The work of the commands. */
export interface TemplatesWork {
  runApplyTemplates: typeof runApplyTemplates;
  runCreateTemplate: typeof runCreateTemplate;
  runDiffTemplates: typeof runDiffTemplates;
  runListTemplates: typeof runListTemplates;
}

/** Loads the module of each command on first use. */
export const templatesWork: TemplatesWork = {
  runApplyTemplates: async (...args) =>
    (await import('./runApplyTemplates')).runApplyTemplates(...args),
  runCreateTemplate: async (...args) =>
    (await import('./runCreateTemplate')).runCreateTemplate(...args),
  runDiffTemplates: async (...args) =>
    (await import('./runDiffTemplates')).runDiffTemplates(...args),
  runListTemplates: async (...args) =>
    (await import('./runListTemplates')).runListTemplates(...args),
};
