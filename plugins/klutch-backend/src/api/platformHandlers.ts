/** Handlers of the operations for operators. */
import type { AuditorService } from '@backstage/backend-plugin-api';
import type { Callers } from '../identity/Caller';
import type { AppClusterJoinTokens } from '../platform/AppClusterJoinTokens';
import {
  appClusterHandlers,
  type AppClusterHandlerOptions,
} from './appClusterHandlers';
import {
  controlPlaneHandlers,
  type ControlPlaneHandlerOptions,
} from './controlPlaneHandlers';
import { exportHandlers, type ExportHandlerOptions } from './exportHandlers';
import { joinTokenHandlers } from './joinTokenHandlers';
import { PlatformAccess } from './PlatformAccess';
import type { ServiceRequests } from '../requests/ServiceRequests';
import { serviceRequestHandlers } from './serviceRequestHandlers';

/** Dependencies of {@link platformHandlers}. */
export interface PlatformHandlerOptions
  extends
    ControlPlaneHandlerOptions,
    ExportHandlerOptions,
    AppClusterHandlerOptions {
  auditor: AuditorService;
  callers: Callers;
  joinTokens: AppClusterJoinTokens;
  requests: ServiceRequests;
}

/** Creates the handlers. */
export function platformHandlers(options: PlatformHandlerOptions) {
  const access = new PlatformAccess(options);
  return {
    ...controlPlaneHandlers(access, options),
    ...exportHandlers(access, options),
    ...appClusterHandlers(access, options),
    ...joinTokenHandlers(access, options.joinTokens),
    ...serviceRequestHandlers(access, options.requests),
  };
}
