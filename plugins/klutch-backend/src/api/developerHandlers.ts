/** Handlers of the operations for developers. */
import {
  klutchCredentialsRevealPermission,
  klutchPlatformManagePermission,
  klutchPlatformReadPermission,
  klutchTraceReadPermission,
} from '@klutch/backstage-plugin-klutch-common';
import { requirePerson } from '../identity/Caller';
import type { ChangeFeed } from '../signals/ChangeFeed';
import {
  claimReadHandlers,
  type ClaimReadHandlerOptions,
} from './claimReadHandlers';
import {
  claimWriteHandlers,
  type ClaimWriteHandlerOptions,
} from './claimWriteHandlers';
import type { Handlers } from './handlers';
import {
  locationHandlers,
  type LocationHandlerOptions,
} from './locationHandlers';
import {
  ownServiceRequestHandlers,
  type OwnServiceRequestHandlerOptions,
} from './ownServiceRequestHandlers';
import { serviceHandlers, type ServiceHandlerOptions } from './serviceHandlers';

export interface DeveloperHandlerOptions
  extends
    ServiceHandlerOptions,
    OwnServiceRequestHandlerOptions,
    LocationHandlerOptions,
    ClaimReadHandlerOptions,
    ClaimWriteHandlerOptions {
  feed: ChangeFeed;
  permissionsEnabled: boolean;
  /** See `readMountPath`. */
  mountPath: string;
}

export function developerHandlers(options: DeveloperHandlerOptions) {
  const { callers, feed, mountPath, permissions, permissionsEnabled } = options;
  const getMe: Handlers['getMe'] = async ({ caller }) => {
    const { userRef, groups, kubernetes } = requirePerson(caller);
    return {
      userRef,
      groups,
      kubernetesUser: kubernetes.user,
      kubernetesGroups: kubernetes.groups,
      operator: await callers.isAllowed(caller, klutchPlatformReadPermission),
      mayManage: await callers.isAllowed(
        caller,
        klutchPlatformManagePermission,
      ),
      mayReveal: await permissions.isGranted(
        caller,
        klutchCredentialsRevealPermission,
      ),
      mayTrace:
        permissionsEnabled &&
        (await callers.isAllowed(caller, klutchTraceReadPermission)),
      permissionsEnabled,
      mountPath,
    };
  };
  const getChanges: Handlers['getChanges'] = async () => ({
    version: feed.version,
  });
  return {
    getMe,
    getChanges,
    ...serviceHandlers(options),
    ...ownServiceRequestHandlers(options),
    ...locationHandlers(options),
    ...claimReadHandlers(options),
    ...claimWriteHandlers(options),
  };
}
