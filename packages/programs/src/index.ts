/**
 * Finds, downloads and builds programs into a cache folder, without installing anything on the system.
 *
 * @packageDocumentation
 */
export { cacheFolder, currentPlatform, type Platform } from './cacheFolder';
export { checkedDownloadMethod, type DownloadSource } from './checkedDownload';
export { debianPrograms, type DebianRequest } from './debian/debianPrograms';
export {
  createDownloader,
  type Downloader,
  type DownloaderOptions,
} from './downloader';
export { findOnPath, type PathRequest, type PathResult } from './findOnPath';
export type { FoundPrograms } from './foundPrograms';
export {
  buildWithGo,
  goBuildMethod,
  goModuleFolder,
  type GoProgram,
} from './go/goBuild';
export { resolveAlertmanager } from './go/resolveAlertmanager';
export { resolveFerretDb } from './go/resolveFerretDb';
export { resolveHelm } from './go/resolveHelm';
export {
  InstallFailedError,
  installOnce,
  type InstallMethod,
  type InstallRequest,
} from './installOnce';
export {
  copyFromMaven,
  mavenArtifacts,
  unpackFromMaven,
  type MavenRequest,
} from './java/maven';
export { resolveJava } from './java/resolveJava';
export { resolveKeycloak } from './java/resolveKeycloak';
export { resolvePostgresqlServer } from './postgresql/resolvePostgresqlServer';
export { resolvePostgresqlTools } from './postgresql/resolvePostgresqlTools';
export type { ResolveOptions } from './resolveOptions';
