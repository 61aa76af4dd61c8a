// The fixtures of the portal backend's tests, imported from its sources because the package does not export them.
/* eslint-disable @backstage/no-forbidden-package-imports, no-restricted-imports */
export {
  apply,
  binding,
  installApi,
  portalUser,
  prepareAppCluster,
  startClusters,
} from '@klutch/backstage-plugin-klutch-backend/src/testing/__testUtils__/clusters';
export { startPortal } from '@klutch/backstage-plugin-klutch-backend/src/testing/__testUtils__/portal';
