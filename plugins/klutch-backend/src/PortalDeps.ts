/** What the portal needs of Backstage. */
import type {
  AuditorService,
  AuthService,
  LoggerService,
  PermissionsService,
  UserInfoService,
} from '@backstage/backend-plugin-api';
import type { EventsService } from '@backstage/plugin-events-node';
import type { SignalsService } from '@backstage/plugin-signals-node';
import type { ExpiringStores } from '@klutch/binding-backend';
import type { Knex } from 'knex';

/** Backstage services that the portal uses. */
export interface PortalDeps {
  auditor: AuditorService;
  auth: AuthService;
  events: EventsService;
  logger: LoggerService;
  permissions: PermissionsService;
  signals: SignalsService;
  userInfo: UserInfoService;
  /** The plugin's database. */
  knex: Knex;
  /** State between the steps of a binding, shared by all replicas. */
  stores: ExpiringStores;
  /** URL at which join commands redeem their join token. */
  joinUrl: string;
}
