/** Handlers of the operations for operators. */
import type { AuditorService } from '@backstage/backend-plugin-api';
import type { Callers } from '../identity/Caller';
import type { ResourcePermissions } from '../permissions/ResourcePermissions';
import type { AppClusterJoinTokens } from '../platform/AppClusterJoinTokens';
import {
  appClusterHandlers,
  type AppClusterHandlerOptions,
} from './appClusterHandlers';
import {
  controlPlaneHandlers,
  type ControlPlaneHandlerOptions,
} from './controlPlaneHandlers';
import {
  appClusterOperationHandlers,
  type AppClusterOperationOptions,
} from './appClusterOperationHandlers';
import { exportHandlers, type ExportHandlerOptions } from './exportHandlers';
import { joinTokenHandlers } from './joinTokenHandlers';
import { PlatformAccess } from './PlatformAccess';
import type { ServiceRequests } from '../requests/ServiceRequests';
import { serviceRequestHandlers } from './serviceRequestHandlers';
import type { SetUp } from '../platform/setUp/SetUp';
import { setUpHandlers } from './setUpHandlers';
import { traceHandlers, type TraceHandlerOptions } from './traceHandlers';

/** Dependencies of {@link platformHandlers}. */
export interface PlatformHandlerOptions
  extends
    ControlPlaneHandlerOptions,
    ExportHandlerOptions,
    AppClusterHandlerOptions,
    AppClusterOperationOptions,
    TraceHandlerOptions {
  auditor: AuditorService;
  callers: Callers;
  permissions: ResourcePermissions;
  joinTokens: AppClusterJoinTokens;
  requests: ServiceRequests;
  setUp: SetUp;
}

/** Creates the handlers. */
export function platformHandlers(options: PlatformHandlerOptions) {
  const access = new PlatformAccess(options);
  return {
    ...controlPlaneHandlers(access, options),
    ...exportHandlers(access, options),
    ...appClusterHandlers(access, options),
    ...appClusterOperationHandlers(access, options),
    ...joinTokenHandlers(access, options.joinTokens),
    ...serviceRequestHandlers(access, options.requests),
    ...setUpHandlers(access, options.setUp),
    ...traceHandlers(options),
  };
}
