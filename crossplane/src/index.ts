/**
 * The Crossplane configuration package as a library: its manifests, and their conversion for Crossplane's built-in
 * engine.
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
