/**
 * Finds, downloads and builds programs into a cache folder, without installing anything on the system.
 *
 * @packageDocumentation
 */
export { cacheFolder, currentPlatform, type Platform } from './cacheFolder';
export { checkedDownloadMethod, type DownloadSource } from './checkedDownload';
export {
  createDownloader,
  type Downloader,
  type DownloaderOptions,
} from './downloader';
export {
  buildWithGo,
  goBuildMethod,
  goModuleFolder,
  type GoProgram,
} from './go/goBuild';
export {
  InstallFailedError,
  installOnce,
  type InstallMethod,
  type InstallRequest,
} from './installOnce';
export { mavenArtifacts, type MavenRequest } from './java/maven';
export { resolveJava } from './java/resolveJava';
export { resolveKeycloak } from './java/resolveKeycloak';
export type { ResolveOptions } from './resolveOptions';
