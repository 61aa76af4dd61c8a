/**
 * Real Kubernetes clusters, and Crossplane, as local processes for tests and the sandbox.
 *
 * @packageDocumentation
 */
export {
  startCluster,
  type ClusterOptions,
  type LocalCluster,
} from './cluster';
export {
  borrowCluster,
  type BorrowOptions,
  type TestCluster,
} from './pool/borrowCluster';
export {
  startCrossplane,
  type Crossplane,
  type CrossplaneOptions,
} from './crossplane';
export { TcpProxy, type LinkState } from './TcpProxy';
export type { ExtraArgs } from './clusterFlags';
export { resolveBinary } from './binaries/resolveBinary';
export { versions, type BinaryName } from './binaries/programs';
export { runCli } from './cli/runCli';
