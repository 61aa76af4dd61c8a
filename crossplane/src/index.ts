/**
 * The Crossplane configuration package for programs: its manifests, and their form for Crossplane's built-in engine.
 * @packageDocumentation
 */
export {
  loadCompositions,
  loadExamples,
  loadExportTemplates,
  loadProviderCrds,
  loadXrds,
} from './manifests';
export { toResourcesMode } from './resourcesMode';
export type {
  Composition,
  CompositeResourceDefinition,
  ExportTemplate,
  Manifest,
  PipelineStep,
  ProviderCrd,
} from './types';
