// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
export {
  hang,
  sha256,
  startFileServer,
  truncate,
  type FileServer,
} from '@klutch/programs/src/testing/fileServer';
