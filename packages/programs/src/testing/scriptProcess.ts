// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
export {
  killAndWait,
  useScripts,
} from '@klutch/local-processes/src/testing/scriptProcess';
