/** Fixture of most tests on a control plane cluster: a backend, and one app cluster. */
import { names } from '@klutch/bind-api';
import { core, type KubeClient } from '@klutch/kube';
import { offboardingRoles } from '../../roles/offboardingRoles';
import {
  byOperator,
  eventually,
  startControlPlane,
  type BackendOptions,
  type RunningBackend,
  type TestControlPlane,
} from './controlPlane';
import { startTenant, type TestTenant } from './tenant';

/** Backend, control plane cluster and app cluster with one disposal. */
export interface OneTenant {
  plane: TestControlPlane;
  /** Administrator of the control plane cluster. */
  admin: KubeClient;
  backend: RunningBackend;
  /** alice's app cluster `apps`. */
  tenant: TestTenant;
  stop(): Promise<void>;
}

/**
 * @param setUp - prepares the control plane cluster before the backend starts
 * @returns options for starting the backend
 */
export const startOneTenant = async (
  name: string,
  setUp?: (plane: TestControlPlane) => Promise<BackendOptions>,
): Promise<OneTenant> => {
  const plane = await startControlPlane(name);
  const backend = await plane.backend(await setUp?.(plane));
  const tenant = await startTenant(plane, backend);
  return {
    plane,
    admin: plane.admin,
    backend,
    tenant,
    async stop() {
      await tenant.client.close();
      await plane.stop();
    },
  };
};

/** Grants the backend the rights to offboard app clusters. */
export const allowOffboarding = async ({
  admin,
  portal,
}: TestControlPlane): Promise<void> => {
  for (const role of offboardingRoles()) {
    await admin.apply(core.clusterRoles, role, byOperator);
  }
  await eventually('the backend may offboard', () =>
    portal.canI({
      verb: 'delete',
      group: names.group,
      resource: 'apiserviceexports',
    }),
  );
};
