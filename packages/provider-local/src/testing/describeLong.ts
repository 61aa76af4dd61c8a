// A module of its own, because processes without jest import the other helpers.
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
export {
  describeLong,
  itLong,
} from '@klutch/local-clusters/src/testing/describeLong';
