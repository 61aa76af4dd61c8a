/** Conformance cases C01 to C05: the upstream CLI with this backend and konnector, on real clusters. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  annotations,
  bindResources,
  decodeBindingResponse,
  names,
  type BindingResponse,
} from '@klutch/bind-api';
import { core, isEstablished } from '@klutch/kube';
import { startProcess, type ProcessHandle } from '@klutch/local-processes';
import type { Express } from 'express';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import { kubeconfigSecretTarget } from '../bind/planKubeconfigSecret';
import { createIdentityProviders } from '../oidc/createIdentityProviders';
import { kubeconfigTarget } from '../tokens/kubeconfig';
import { memoryStores } from '../sessions/memoryStores';
import {
  browser,
  locationOf,
  mount,
  testApp,
} from '../testing/__testUtils__/browser';
import { clientOf, eventually } from '../testing/__testUtils__/controlPlane';
import {
  startRealProvider,
  type RealProvider,
} from '../testing/__testUtils__/realProvider';
import {
  keepKubeconfig,
  loginQuery,
  runSubCommand,
} from '../testing/__testUtils__/referenceCli';
import {
  startTwoClusters,
  type TwoClusters,
} from '../testing/__testUtils__/twoClusters';
import { databases, secretsClaim } from '../testing/samples';
import { createHandshake } from './createHandshake';

jest.setTimeout(120_000);

const namespace = names.appClusterNamespace;
const api = 'databases.example.test';
/** The konnector runs as a command, because binding-backend may not import it (eslint/packageBoundaries.js). */
const konnectorBin = join(
  __dirname,
  '../../../../konnector/bin/klutch-konnector',
);

let clusters: TwoClusters;
let identities: RealProvider;
let app: Express;
let folder: string;
let konnector: ProcessHandle | undefined;

/** From `kubectl bind <url>` until the CLI's listener receives the response. */
const logIn = async (): Promise<{ redirect: URL; answer: BindingResponse }> => {
  const person = browser(app, url => {
    url.searchParams.set('login_hint', 'alice');
    return identities.signIn(url);
  });
  const exported = await person.get('/export');
  const { url, query } = await loginQuery(clusters.apps, exported.body);
  expect(url).toBe(`http://localhost:7007${mount}/authorize`);
  const back = await person.signIn(query);
  const list = await person.get(`/${back.get('location')}`);
  const [, link = ''] =
    /<a class="databases" href="([^"]+)"/.exec(list.text) ?? [];
  const consent = await person.get(`/${link.replaceAll('&amp;', '&')}`);
  const redirect = locationOf(await person.agree(consent));
  const response = redirect.searchParams.get('response') ?? '';
  const read = decodeBindingResponse(response, query.s);
  if (!read.ok) throw new Error(read.error);
  // Compares the raw response, because the reader of this package adds defaults.
  const sent = Buffer.from(response, 'base64').toString();
  return { redirect, answer: JSON.parse(sent) };
};

/** The remaining steps of `kubectl bind`; returns the name of the Secret. */
const bind = async (answer: BindingResponse) => {
  const secret = await keepKubeconfig(clusters.apps, answer.kubeconfig);
  await runSubCommand(clusters.apps, answer, secret);
  return secret;
};

const crdIsThere = () =>
  eventually('the CRD is established', async () => {
    const crd = await clusters.apps.get(core.customResourceDefinitions, {
      name: api,
    });
    return isEstablished(crd);
  });

const tenants = async () => {
  const { items } = await clusters.plane.admin.list(core.namespaces);
  return items.filter(
    ({ metadata }) => metadata.annotations?.[annotations.identity],
  );
};

beforeAll(async () => {
  clusters = await startTwoClusters('reference-cli');
  folder = await mkdtemp(join(tmpdir(), 'klutch-'));
  await clusters.plane.offer([secretsClaim]);
  const externalUrl = `http://localhost:7007${mount}`;
  identities = await startRealProvider({
    redirectUri: `${externalUrl}/callback`,
  });
  const { clientId, clientSecret, issuer } = identities;
  const handshake = createHandshake({
    backend: await clusters.plane.backend(),
    providers: createIdentityProviders([
      { id: 'real', issuer, clientId, clientSecret },
    ]),
    stores: memoryStores(),
    audit: () => undefined,
    externalUrl,
  });
  app = testApp({ handshake });
  konnector = await startProcess({
    name: 'konnector',
    command: process.execPath,
    args: [
      konnectorBin,
      '--kubeconfig',
      clusters.cluster.kubeconfigPath,
      '--health-address=127.0.0.1:0',
    ],
    env: { PATH: process.env.PATH },
    logFile: join(folder, 'konnector.log'),
  });
});
afterAll(async () => {
  await konnector?.stop();
  await identities?.stop();
  await clusters?.stop();
  if (folder) await rm(folder, { recursive: true });
});

describeLong('the upstream CLI', () => {
  it('C01: the browser goes from /authorize to the identity provider, selects a.databases and returns to the CLI’s /callback', async () => {
    const { redirect, answer } = await logIn();
    expect(redirect.href.split('?')[0]).toBe('http://localhost:8085/callback');
    expect(answer.requests).toHaveLength(1);
  });

  it('C02: the export requests of its dry run are accepted by the control plane cluster', async () => {
    const { answer } = await logIn();
    expect(answer.requests).toHaveLength(1);
    const yaml = Buffer.from(answer.kubeconfig, 'base64').toString();
    const client = clientOf(yaml);
    try {
      for (const { metadata, ...request } of answer.requests) {
        expect(metadata).toEqual({ name: api });
        const where = kubeconfigTarget(yaml)?.namespace;
        // The backend keeps the request of an earlier bind for ten minutes.
        await clusters.plane.admin.delete(bindResources.requests, {
          namespace: where,
          name: api,
        });
        const accepted = await eventually(
          'the export request is accepted',
          () =>
            client.create(
              bindResources.requests,
              { ...request, metadata: { ...metadata, namespace: where } },
              { dryRun: true },
            ),
        );
        expect(accepted).toMatchObject({
          apiVersion: names.apiVersion,
          kind: 'APIServiceExportRequest',
          spec: request.spec,
        });
      }
    } finally {
      await client.close();
    }
  });

  it('C03: there is one manifest for its sub-command, and a Secret for the cluster namespace', async () => {
    const { answer } = await logIn();
    expect(answer.requests).toMatchObject([
      {
        spec: {
          resources: [
            { ...databases, permissionClaims: [{ resource: 'secrets' }] },
          ],
        },
      },
    ]);
    const name = await keepKubeconfig(clusters.apps, answer.kubeconfig);
    const secret = await clusters.apps.get(core.secrets, { namespace, name });
    const [tenant, ...others] = await tenants();
    expect(others).toEqual([]);
    expect(secret && kubeconfigSecretTarget(secret)).toEqual({
      server: clusters.plane.cluster.url,
      namespace: tenant?.metadata.name,
    });
  });

  it('C04: its sub-command installs the CRD on the app cluster', async () => {
    const { answer } = await logIn();
    await bind(answer);
    expect(await crdIsThere()).toBe(true);
  });

  it('C05: it binds a second time', async () => {
    const first = await bind((await logIn()).answer);
    const second = await bind((await logIn()).answer);
    expect(second).toBe(first);
    expect(await tenants()).toHaveLength(1);
    expect(await crdIsThere()).toBe(true);
    const { items } = await clusters.apps.list(bindResources.bindings, {
      namespace,
    });
    expect(items.map(({ metadata }) => metadata.name)).toEqual([api]);
  });
});
