// The control plane of the backend's own tests. It is no part of the package, so it is taken from its sources.
/* eslint-disable @backstage/no-forbidden-package-imports, no-restricted-imports */
export {
  clientOf,
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from '@klutch/binding-backend/src/testing/__testUtils__/controlPlane';
