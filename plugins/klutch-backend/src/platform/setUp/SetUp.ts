/** The checklist of the portal's installation, which tests itself. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { ExternalEndpoint } from '@klutch/binding-backend';
import { joinPath } from '../../binding/mountBindingRoutes';
import type { AppClusters } from '../../clusters/AppClusters';
import type { ControlPlane } from '../../clusters/ControlPlane';
import type { PortalConfig } from '../../config/readConfig';
import type { Person } from '../../identity/Caller';
import { addressCheck } from './addresses';
import { admissionPolicyCheck } from './admissionPolicies';
import type { Server } from './certificateEnds';
import { certificateCheck } from './certificates';
import { clockCheck } from './clocks';
import type { Check } from './finding';
import { identityProviderChecks } from './identityProviders';
import { permissionCheck } from './permissions';
import { rightsCheck } from './rights';
import { runChecks } from './runChecks';

export interface SetUpOptions {
  config: Pick<
    PortalConfig,
    | 'binding'
    | 'controlPlane'
    | 'handshake'
    | 'permissionsEnabled'
    | 'portalNamespace'
  >;
  controlPlane: Pick<ControlPlane, 'client'>;
  appClusters: Pick<AppClusters, 'connected'>;
  /** The control plane's address for app clusters. */
  external: ExternalEndpoint;
  /** URL at which join commands redeem their tokens. */
  joinUrl: string;
}

/** The page waits for the slowest check. */
const timeoutMs = 10_000;

/** Reads facts with the portal's own credentials, and as the person where only they may. */
export class SetUp {
  readonly #options: SetUpOptions;

  constructor(options: SetUpOptions) {
    this.#options = options;
  }

  /**
   * Runs all checks; takes some seconds at most.
   *
   * @param isVisible - whether the person may see an app cluster, by its id
   */
  run(
    person: Person,
    isVisible: (cluster: string) => boolean,
  ): Promise<Schemas['SetUp']> {
    return runChecks(this.#checks(person, isVisible), timeoutMs);
  }

  #checks(
    { kubernetes }: Person,
    isVisible: (cluster: string) => boolean,
  ): Check[] {
    const { appClusters, config, controlPlane, external, joinUrl } =
      this.#options;
    const { client } = controlPlane;
    const providers = config.handshake?.identityProviders ?? [];
    const visible = appClusters.connected().filter(({ id }) => isVisible(id));
    return [
      ...identityProviderChecks({
        providers,
        // Join commands are below the handshake.
        externalUrl: joinUrl.slice(0, -joinPath.length),
      }),
      clockCheck({
        controlPlane: client,
        issuers: providers.map(({ issuer }) => issuer),
        appClusters: visible.filter(
          ({ reachability }) => reachability.reachable,
        ),
      }),
      rightsCheck({
        client,
        namespace: config.portalNamespace,
        appClusterBindings: config.binding.appClusterBindings !== undefined,
        person: kubernetes,
      }),
      addressCheck({ joinUrl, server: external.server }),
      certificateCheck({
        servers: this.#servers(),
        kubeconfigFile: config.controlPlane.file,
        // A certificate that has ended is a reason to be unreachable.
        appClusters: visible,
      }),
      permissionCheck(config.permissionsEnabled),
      admissionPolicyCheck({ portal: client, person: client.as(kubernetes) }),
    ];
  }

  #servers(): Server[] {
    const { config, controlPlane, external, joinUrl } = this.#options;
    const { caData, server, tlsServerName } = external;
    const issuers = config.handshake?.identityProviders ?? [];
    return [
      {
        url: server,
        isVerified: true,
        ca: caData && Buffer.from(caData, 'base64').toString('utf8'),
        serverName: tlsServerName,
      },
      { url: controlPlane.client.server },
      ...issuers.map(({ issuer }) => ({ url: issuer })),
      { url: joinUrl },
    ];
  }
}
