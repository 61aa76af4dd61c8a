/** How to reach the server of an instance: as administrator, and with the tools of backups. */
import { InstanceContext } from '../../../host/ServiceEngine';
import { AdminAccess, maintenanceRole } from './admin';
import { ToolTarget } from './clientTools';

type ServerContext = Pick<
  InstanceContext<unknown, unknown>,
  'port' | 'adminPassword' | 'derivePassword'
>;

/** The port has the name `sql`. */
export const adminAccess = (context: ServerContext): AdminAccess => ({
  port: context.port('sql'),
  password: context.adminPassword,
});

export const toolTarget = (
  context: ServerContext,
  database: string,
  signal: AbortSignal,
): ToolTarget => ({
  access: {
    ...adminAccess(context),
    password: context.derivePassword(maintenanceRole),
  },
  database,
  signal,
});
