/**
 * Building blocks for running programs as local processes: free ports, certificates, folder locks, atomic files,
 * processes that end with their parent.
 *
 * @packageDocumentation
 */
export {
  FolderInUseError,
  findFolderOwner,
  hasOwnerFile,
  lockFolder,
  type FolderLock,
  type FolderOwner,
} from './folderLock';
export {
  createAuthority,
  createSigningKey,
  issueCertificate,
  type CertificateRequest,
  type KeyPair,
  type SigningKey,
} from './pki';
export { readLogTail } from './logTail';
export {
  processFailure,
  ProcessFailedError,
  type ProcessExit,
} from './processExit';
export {
  startProcess,
  type ProcessHandle,
  type ProcessOptions,
} from './supervisedProcess';
export { isPortFree, pickPort } from './ports';
export {
  isAlive,
  processIdentity,
  processStartTime,
  type ProcessIdentity,
} from './processIdentity';
export {
  waitFor,
  waitForValue,
  WaitTimeoutError,
  type WaitOptions,
} from './waitFor';
export { writeFileAtomic, type AtomicFileOptions } from './writeFileAtomic';
