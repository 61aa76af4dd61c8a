/**
 * The sandbox: everything behind `npm start`, for the end-to-end tests.
 *
 * @packageDocumentation
 */
export { defaultDir, layoutOf, type Layout } from './layout';
export { readState, type SandboxState } from './state';
export { startSandboxProcess, type SandboxProcess } from './sandboxProcess';
export {
  alice,
  BIND_AUDIENCE,
  machine,
  oscar,
  PASSWORD,
  type SandboxUser,
} from './identity/users';
export { signIn, type PortalSession } from './identity/portalSession';
export { APP_CLUSTER } from './portal/registerAppCluster';
export { useService } from './demo/demo';
export { serviceUses } from './demo/uses';
export type { Credentials, ServiceUse } from './demo/uses/ServiceUse';
export { DEVELOPER_NAMESPACE } from './clusters/userRoles';
