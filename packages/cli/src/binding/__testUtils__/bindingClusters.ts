/** A control plane with our backend and its handshake over HTTP, and an app cluster to bind. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  annotations,
  bindResources,
  names,
  type APIServiceExportTemplate,
  type CustomResourceDefinition,
  type PermissionClaim,
} from '@klutch/bind-api';
import {
  createHandshake,
  createIdentityProviders,
  memoryStores,
  templateRoles,
} from '@klutch/binding-backend';
import { core, decodeSecretData } from '@klutch/kube';
import {
  pickPort,
  startProcess,
  type ProcessHandle,
} from '@klutch/local-processes';
/* eslint-disable @backstage/no-forbidden-package-imports -- test utilities of another package, for tests alone */
import {
  browser,
  hiddenField,
  locationOf,
  mount,
  testApp,
} from '@klutch/binding-backend/src/testing/__testUtils__/browser';
import { byOperator } from '@klutch/binding-backend/src/testing/__testUtils__/controlPlane';
import {
  machineAudience,
  startRealProvider,
  type RealProvider,
} from '@klutch/binding-backend/src/testing/__testUtils__/realProvider';
import {
  startTwoClusters,
  type TwoClusters,
} from '@klutch/binding-backend/src/testing/__testUtils__/twoClusters';
import {
  configMapsClaim,
  databasesCrd,
  databasesTemplate,
  secretsClaim,
} from '@klutch/binding-backend/src/testing/samples';
/* eslint-enable @backstage/no-forbidden-package-imports */
import { navigate, open } from './navigate';
import type { Ran } from '../../__testUtils__/runProgram';
import { runCommand, type BindRunOptions } from './runCommand';

export const apis = {
  databases: 'databases.example.test',
  caches: 'caches.example.test',
} as const;

/** Claims of both APIs. */
export const claims: PermissionClaim[] = [secretsClaim, configMapsClaim];

const konnectorBin = join(
  __dirname,
  '../../../../../konnector/bin/klutch-konnector',
);

function cachesCrd(): CustomResourceDefinition {
  const crd = databasesCrd();
  return {
    ...crd,
    metadata: { name: apis.caches },
    spec: {
      ...crd.spec,
      names: {
        plural: 'caches',
        singular: 'cache',
        kind: 'Cache',
        listKind: 'CacheList',
      },
    },
  };
}

function cachesTemplate(): APIServiceExportTemplate {
  const template = databasesTemplate(claims);
  return {
    ...template,
    metadata: { ...template.metadata, name: 'caches' },
    spec: {
      ...template.spec,
      APIServiceSelector: {
        ...template.spec.APIServiceSelector,
        resource: 'caches',
      },
    },
  };
}

/** No pod runs in these clusters, so nothing pulls it. */
process.env.KLUTCH_KONNECTOR_IMAGE = 'registry.test/klutch-konnector';

/** Everything that a command needs. */
export class BindingClusters {
  private konnector?: ProcessHandle;

  private constructor(
    readonly clusters: TwoClusters,
    readonly identities: RealProvider,
    private readonly server: Server,
    private readonly app: ReturnType<typeof testApp>,
    readonly folder: string,
    /** Address of the handshake. */
    readonly url: string,
  ) {}

  static async start(name: string): Promise<BindingClusters> {
    const clusters = await startTwoClusters(name);
    const { plane } = clusters;
    await plane.offer(claims);
    await plane.installCrd(cachesCrd());
    for (const role of templateRoles(cachesTemplate())) {
      await plane.admin.apply(core.clusterRoles, role, byOperator);
    }
    await plane.admin.apply(
      bindResources.templates,
      cachesTemplate(),
      byOperator,
    );
    const port = await pickPort();
    const url = `http://127.0.0.1:${port}${mount}`;
    const identities = await startRealProvider({
      redirectUri: `${url}/callback`,
    });
    const { clientId, clientSecret, issuer } = identities;
    const handshake = createHandshake({
      backend: await plane.backend(),
      providers: createIdentityProviders([
        {
          id: 'real',
          issuer,
          clientId,
          clientSecret,
          audiences: [machineAudience],
        },
      ]),
      stores: memoryStores(),
      audit: () => undefined,
      externalUrl: url,
    });
    const app = testApp({ handshake });
    const server = app.listen(port, '127.0.0.1');
    const folder = await mkdtemp(join(tmpdir(), 'klutch-cli-'));
    return new BindingClusters(clusters, identities, server, app, folder, url);
  }

  /** Runs a command as the administrator of the app cluster. */
  run(args: readonly string[], options?: BindRunOptions): Promise<Ran> {
    return runCommand(this.clusters.cluster.kubeconfig, args, options);
  }

  /** What alice does in her browser: signs in, chooses these APIs and consents. */
  browse(chosen: readonly string[]): (url: URL) => Promise<void> {
    return async start => {
      const person = browser(this.app, url => {
        url.searchParams.set('login_hint', 'alice');
        return this.identities.signIn(url);
      });
      // The start address redirects to the sign-in, whose query the test's browser sends to the app.
      const { query } = await firstRedirect(start);
      const s = query.get('s') ?? '';
      await person.signIn(Object.fromEntries(query));
      const consent = await person.get('/bind').query({ s, api: [...chosen] });
      const agreed = await person.post('/bind', {
        s,
        csrf: hiddenField(consent, 'csrf'),
        shown: hiddenField(consent, 'shown'),
        api: [...chosen],
      });
      // Not awaited: the command goes on while the browser shows the page.
      void navigate(locationOf(agreed)).catch(() => undefined);
    };
  }

  async startKonnector(): Promise<void> {
    this.konnector = await startProcess({
      name: 'konnector',
      command: process.execPath,
      args: [
        konnectorBin,
        '--kubeconfig',
        this.clusters.cluster.kubeconfigPath,
        '--health-address=127.0.0.1:0',
      ],
      env: { PATH: process.env.PATH },
      logFile: join(this.folder, 'konnector.log'),
    });
  }

  async stopKonnector(): Promise<void> {
    await this.konnector?.stop();
    this.konnector = undefined;
  }

  /** Names of the kubeconfig Secrets. */
  async secrets(): Promise<string[]> {
    const { items } = await this.clusters.apps.list(core.secrets, {
      namespace: names.appClusterNamespace,
    });
    return items.map(({ metadata }) => metadata.name ?? '');
  }

  /** The kubeconfig of the first of them. */
  async kubeconfig(): Promise<string> {
    const [name = ''] = await this.secrets();
    const secret = await this.clusters.apps.get(core.secrets, {
      namespace: names.appClusterNamespace,
      name,
    });
    return decodeSecretData(secret?.data ?? {})[names.kubeconfigKey] ?? '';
  }

  /** Cluster namespaces. */
  async tenants() {
    const { items } = await this.clusters.plane.admin.list(core.namespaces);
    return items.filter(
      ({ metadata }) => metadata.annotations?.[annotations.identity],
    );
  }

  /** Runs `bind --non-interactive` with the client credentials of a pipeline. */
  async bindAsMachine(args: readonly string[]): Promise<Ran> {
    const { clientId, clientSecret } = this.identities.machine;
    const file = join(this.folder, 'client-secret');
    await writeFile(file, `${clientSecret}\n`);
    return this.run([
      'bind',
      this.url,
      '--non-interactive',
      '--issuer',
      this.identities.issuer,
      '--client-id',
      clientId,
      '--client-secret-file',
      file,
      '--scope',
      'bind',
      '--resource',
      machineAudience,
      ...args,
    ]);
  }

  async bindings() {
    const { items } = await this.clusters.apps.list(bindResources.bindings, {
      namespace: names.appClusterNamespace,
    });
    return items;
  }

  async stop(): Promise<void> {
    await this.stopKonnector();
    this.server.close();
    this.server.closeAllConnections();
    await this.identities.stop();
    await this.clusters.stop();
    await rm(this.folder, { recursive: true });
  }
}

async function firstRedirect(start: URL): Promise<{ query: URLSearchParams }> {
  const page = await open(start);
  return { query: new URL(`${page.headers.location}`).searchParams };
}
