/** Handlers of the operators' operations on the control plane. */
import { requirePerson } from '../identity/Caller';
import {
  readControlPlaneHealth,
  type HealthClusters,
} from '../platform/controlPlane/readControlPlaneHealth';
import { readManagedResources } from '../platform/controlPlane/readManagedResources';
import { readPackageUpdates } from '../platform/controlPlane/readPackageUpdates';
import type { Handlers } from './handlers';
import type { PlatformAccess } from './PlatformAccess';

export interface ControlPlaneHandlerOptions extends HealthClusters {
  /** Hosts of registries that may be asked for versions of packages. */
  packageRegistries: readonly string[];
}

export function controlPlaneHandlers(
  access: PlatformAccess,
  options: ControlPlaneHandlerOptions,
): Pick<
  Handlers,
  'getControlPlaneHealth' | 'listManagedResources' | 'listPackageUpdates'
> {
  const { controlPlane, packageRegistries: registries } = options;
  return {
    async getControlPlaneHealth({ caller }) {
      const isVisible = await access.visibleAppClusters(caller);
      const person = requirePerson(caller);
      return readControlPlaneHealth({ ...options, isVisible }, person);
    },

    async listManagedResources({ caller, query }) {
      await access.requireRead(caller);
      const { limit = 20, offset = 0 } = query;
      const person = requirePerson(caller);
      return readManagedResources(controlPlane, person, { limit, offset });
    },

    async listPackageUpdates({ caller }) {
      await access.requireRead(caller);
      const person = requirePerson(caller);
      const items = await readPackageUpdates(
        { controlPlane, registries },
        person,
      );
      return { items };
    },
  };
}
