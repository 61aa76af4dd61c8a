/** Handler of the operators' operation on the health of the control plane. */
import type { ControlPlane } from '../clusters/ControlPlane';
import { requirePerson } from '../identity/Caller';
import { readControlPlaneHealth } from '../platform/readControlPlaneHealth';
import type { Handlers } from './handlers';
import type { PlatformAccess } from './PlatformAccess';

/** Dependencies of {@link controlPlaneHandlers}. */
export interface ControlPlaneHandlerOptions {
  controlPlane: ControlPlane;
}

/** Creates the handlers. */
export function controlPlaneHandlers(
  access: PlatformAccess,
  { controlPlane }: ControlPlaneHandlerOptions,
): Pick<Handlers, 'getControlPlaneHealth'> {
  return {
    async getControlPlaneHealth({ caller }) {
      await access.requireRead(caller);
      return readControlPlaneHealth(controlPlane.client, requirePerson(caller));
    },
  };
}
