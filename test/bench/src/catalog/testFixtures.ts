// Fixtures of the catalog module's tests, imported from their sources because the package does not export them.
/* eslint-disable @backstage/no-forbidden-package-imports, no-restricted-imports */
export { FakePortal } from '@klutch/backstage-plugin-catalog-backend-module-klutch/src/__testUtils__/FakePortal';
export {
  claim,
  postgresql,
} from '@klutch/backstage-plugin-catalog-backend-module-klutch/src/__testUtils__/fixtures';
