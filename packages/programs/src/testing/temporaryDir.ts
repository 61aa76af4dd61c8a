// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
export { useTemporaryDirs } from '@klutch/local-processes/src/testing/temporaryDir';
