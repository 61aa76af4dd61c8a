// The backend by hand that the konnector's own tests use. It is no part of the package, so it is taken from its sources.
/* eslint-disable @backstage/no-forbidden-package-imports, no-restricted-imports */
export {
  applyAll,
  establish,
  eventually,
} from '@klutch/konnector/src/testing/__testUtils__/clusterSetup';
export { HandBackend } from '@klutch/konnector/src/testing/__testUtils__/handBackend';
