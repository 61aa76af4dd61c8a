/**
 * A composition function for Crossplane on control planes without containers.
 * @packageDocumentation
 */
export { startFunction } from './startFunction';
export type { FunctionTls, RunningFunction } from './startFunction';
