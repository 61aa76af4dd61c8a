// The control plane fixture of the backend's tests, imported from its sources because the package does not export it.
/* eslint-disable @backstage/no-forbidden-package-imports, no-restricted-imports */
export {
  clientOf,
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from '@klutch/binding-backend/src/testing/__testUtils__/controlPlane';
