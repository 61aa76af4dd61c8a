/** What the commands do. */
export { runApplyTemplates } from './runApplyTemplates';
export { runCreateTemplate } from './runCreateTemplate';
export { runDiffTemplates } from './runDiffTemplates';
export { runListTemplates } from './runListTemplates';
