// The fake backend that the konnector's own tests use. It is no part of the package, so it is taken from its sources.
/* eslint-disable @backstage/no-forbidden-package-imports, no-restricted-imports */
export {
  applyAll,
  installCrds,
  eventually,
} from '@klutch/konnector/src/testing/__testUtils__/clusterSetup';
export { FakeBackend } from '@klutch/konnector/src/testing/__testUtils__/FakeBackend';
