/** What the portal needs of Backstage. */
import type {
  AuditorService,
  AuthService,
  LoggerService,
  PermissionsRegistryService,
  PermissionsService,
  UserInfoService,
} from '@backstage/backend-plugin-api';
import type { EventsService } from '@backstage/plugin-events-node';
import type { SignalsService } from '@backstage/plugin-signals-node';
import type { ExpiringStores } from '@klutch/binding-backend';
import type { KlutchIdentityStrategy } from '@klutch/backstage-plugin-klutch-node';
import type { Knex } from 'knex';

/** Backstage services that the portal uses. */
export interface PortalDeps {
  auditor: AuditorService;
  auth: AuthService;
  events: EventsService;
  logger: LoggerService;
  permissions: PermissionsService;
  permissionsRegistry: PermissionsRegistryService;
  signals: SignalsService;
  userInfo: UserInfoService;
  /** Set by a module; absent: the strategy of the configuration. */
  identityStrategy?: KlutchIdentityStrategy;
  /** The plugin's database. */
  knex: Knex;
  /** State between the steps of a binding, shared by all replicas. */
  stores: ExpiringStores;
  /** URL at which join commands redeem their join token. */
  joinUrl: string;
}
