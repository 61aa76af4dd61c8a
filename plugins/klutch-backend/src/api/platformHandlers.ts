/** Handlers of the operations for operators. */
import type { AuditorService } from '@backstage/backend-plugin-api';
import type { Callers } from '../identity/Caller';
import type { ResourcePermissions } from '../permissions/ResourcePermissions';
import type { AppClusterJoinTokens } from '../platform/appClusters/AppClusterJoinTokens';
import {
  appClusterChangeHandlers,
  type AppClusterChangeOptions,
} from './appClusterChangeHandlers';
import {
  appClusterPageHandlers,
  type AppClusterPageOptions,
} from './appClusterPageHandlers';
import {
  controlPlaneHandlers,
  type ControlPlaneHandlerOptions,
} from './controlPlaneHandlers';
import { exportHandlers, type ExportHandlerOptions } from './exportHandlers';
import { joinTokenHandlers } from './joinTokenHandlers';
import { PlatformAccess } from './PlatformAccess';
import type { ServiceRequests } from '../requests/ServiceRequests';
import { serviceRequestHandlers } from './serviceRequestHandlers';
import type { SetUp } from '../platform/setUp/SetUp';
import { setUpHandlers } from './setUpHandlers';
import { traceHandlers, type TraceHandlerOptions } from './traceHandlers';

export interface PlatformHandlerOptions
  extends
    ControlPlaneHandlerOptions,
    ExportHandlerOptions,
    AppClusterChangeOptions,
    AppClusterPageOptions,
    TraceHandlerOptions {
  auditor: AuditorService;
  callers: Callers;
  permissions: ResourcePermissions;
  joinTokens: AppClusterJoinTokens;
  requests: ServiceRequests;
  setUp: SetUp;
}

export function platformHandlers(options: PlatformHandlerOptions) {
  const access = new PlatformAccess(options);
  return {
    ...controlPlaneHandlers(access, options),
    ...exportHandlers(access, options),
    ...appClusterPageHandlers(access, options),
    ...appClusterChangeHandlers(access, options),
    ...joinTokenHandlers(access, options.joinTokens),
    ...serviceRequestHandlers(access, options.requests),
    ...setUpHandlers(access, options.setUp),
    ...traceHandlers(options),
  };
}
