// Fixtures of the portal backend's tests, parts of the sandbox and of the project's scripts, imported from their sources
// because the packages do not export them.
/* eslint-disable @backstage/no-forbidden-package-imports, @backstage/no-relative-monorepo-imports, no-restricted-imports */
export {
  apply,
  binding,
  installApi,
  portalUser,
  prepareAppCluster,
  startClusters,
} from '@klutch/backstage-plugin-klutch-backend/src/testing/__testUtils__/clusters';
export { join } from '@klutch/backstage-plugin-klutch-backend/src/testing/__testUtils__/joinCommands';
export { sampleCrds } from '@klutch/backstage-plugin-klutch-backend/src/testing/__testUtils__/samples';
export { startPortal } from '@klutch/backstage-plugin-klutch-backend/src/testing/__testUtils__/portal';
export { layoutOf } from '@klutch/sandbox';
export { startIdentityProvider } from '@klutch/sandbox/src/identity/identityProvider';
export { startBackend } from '@klutch/sandbox/src/portal/backend';
export { buildBundle } from '@klutch/sandbox/src/portal/bundle';
export {
  chromium,
  confirmIfInteractive,
  ensureProgram,
} from '../../../../scripts/lib/systemPrograms';
