/** What most tests on a control plane begin with: a backend, and one app cluster of it. */
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

/** They end together. */
export interface OneTenant {
  plane: TestControlPlane;
  /** Administrator of the control plane. */
  admin: KubeClient;
  backend: RunningBackend;
  /** alice's app cluster `apps`. */
  tenant: TestTenant;
  stop(): Promise<void>;
}

/** @param setUp - what the control plane has before the backend starts. @returns how to start that. */
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

/** Lets the backend offboard app clusters. */
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
