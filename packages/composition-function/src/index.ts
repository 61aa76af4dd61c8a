/**
 * A composition function for Crossplane on control planes without containers.
 * @packageDocumentation
 */
export { patchAndTransform } from './patchAndTransform';
export { parseResources } from './resources';
export { startFunction } from './startFunction';
export type { FunctionTls, RunningFunction } from './startFunction';
