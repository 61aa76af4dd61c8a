/**
 * The wire contract of the Klutch binding: types, CRD manifests, names, conditions and conversions as pure functions.
 * @packageDocumentation
 */
export type { CustomResourceDefinition, JsonSchemaProps } from '@klutch/kube';
export * from './admissionPolicy';
export * from './bindingRights';
export {
  getCondition,
  setCondition,
  summarizeReady,
  toKubernetesTime,
  type NewCondition,
  type ReadConditions,
} from './conditions';
export * from './crds';
export { apiServiceBindingCrd } from './crds/apiServiceBinding';
export { crdToExportSpec } from './crdToExportSpec';
export * from './exportToCrd';
export { syncedVersion } from './exportVersions';
export * from './goDuration';
export * from './heartbeat';
export * from './http/bindingProvider';
export * from './http/bindingResponse';
export * from './http/ids';
export { binaryVersion, providerVersionProblem } from './http/version';
export * from './konnectorDeployment';
export * from './konnectorRights';
export * from './konnectorVersion';
export * from './konnectorRoles';
export * from './names';
export * from './naming/apiName';
export * from './naming/clusterNamespace';
export * from './naming/clusterScopedName';
export * from './naming/serviceNamespace';
export * from './offerableApi';
export * from './recordedTypes';
export * from './policyRule';
export * from './read/objects';
export * from './resources';
export * from './restorePolicy';
export * from './deletionProtection';
export * from './result';
export * from './privilegedResourceTypes';
export { specHash } from './specHash';
export { times } from './times';
export { toYaml } from './toYaml';
export * from './types/apiServiceBinding';
export * from './types/apiServiceExport';
export * from './types/apiServiceExportRequest';
export * from './types/apiServiceExportTemplate';
export * from './types/apiServiceNamespace';
export * from './types/appClusterBinding';
export * from './types/clusterBinding';
export * from './types/condition';
export * from './types/containerOverrides';
export * from './types/permissionClaim';
