/**
 * The Crossplane configuration package as a library: its manifests.
 * @packageDocumentation
 */
export {
  loadCompositions,
  loadExamples,
  loadExportTemplates,
  loadProviderCrds,
  loadXrds,
} from './manifests';
export type {
  Composition,
  CompositeResourceDefinition,
  ExportTemplate,
  Manifest,
  PipelineStep,
  ProviderCrd,
} from './types';
