/**
 * What running programs as local processes takes: free ports, certificates, folder locks, atomic files.
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
export { isPortFree, pickPort } from './ports';
export { processStartTime } from './processIdentity';
export { waitFor, WaitTimeoutError, type WaitOptions } from './waitFor';
export { writeFileAtomic, type AtomicFileOptions } from './writeFileAtomic';
