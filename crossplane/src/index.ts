/**
 * The Crossplane configuration package as a library: its manifests, and the parts of which manifests of other services
 * can be generated.
 * @packageDocumentation
 */
export {
  loadCompositions,
  loadExamples,
  loadExportTemplates,
  loadProviderCrds,
  loadXrds,
} from './manifests';
export { icon, iconSymbols, type IconSymbol } from './dataServices/icons';
export type { Rule, Schema } from './dataServices/DataService';
export {
  instanceAnnotations,
  type ParameterAnnotation,
  type PlanAnnotation,
  type RelatedApis,
} from './generate/annotations';
export {
  claimName,
  claimNamespace,
  composition,
  down,
  format,
  up,
  type Patch,
  type Transform,
} from './generate/composition';
export {
  claimXrd,
  compositionIsFixed,
  managedConditions,
  messageColumn,
  packageGroup,
  type PrinterColumn,
} from './generate/xrd';
export type {
  Composition,
  CompositeResourceDefinition,
  ExportTemplate,
  Manifest,
  PipelineStep,
  ProviderCrd,
} from './types';
