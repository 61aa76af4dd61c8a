// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
export { eventually } from '@klutch/local-processes/src/testing/eventually';
