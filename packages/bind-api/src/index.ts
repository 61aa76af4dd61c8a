/**
 * The wire contract of the Klutch binding: types, CRD manifests, names, conditions and conversions. Pure functions.
 * @packageDocumentation
 */
export * from './conditions';
export * from './crds';
export { apiServiceBindingCrd } from './crds/apiServiceBinding';
export * from './exportConversion';
export * from './goDuration';
export * from './nameMapping';
export * from './names';
export * from './resources';
export * from './result';
export * from './specHash';
export * from './types/apiServiceBinding';
export * from './types/apiServiceExport';
export * from './types/apiServiceExportRequest';
export * from './types/apiServiceExportTemplate';
export * from './types/apiServiceNamespace';
export * from './types/clusterBinding';
export * from './types/condition';
export * from './types/customResourceDefinition';
export * from './types/meta';
export * from './types/permissionClaim';
