/**
 * Writes the manifests of a data service of your own.
 * @packageDocumentation
 */
export { runCli, type Terminal } from './cli';
export type { Prompts } from './ask';
