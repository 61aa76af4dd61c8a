// The fake backend of the konnector's own tests, imported from the sources because the package does not export it.
/* eslint-disable @backstage/no-forbidden-package-imports, no-restricted-imports */
export {
  applyAll,
  installCrds,
  eventually,
} from '@klutch/konnector/src/testing/__testUtils__/clusterSetup';
export { FakeBackend } from '@klutch/konnector/src/testing/__testUtils__/FakeBackend';
