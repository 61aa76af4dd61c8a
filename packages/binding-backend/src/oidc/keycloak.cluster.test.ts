import {
  annotations,
  bindResources,
  decodeBindingResponse,
  readBindingResponse,
} from '@klutch/bind-api';
import { core } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import type { Express } from 'express';
import { decodeJwt } from 'jose';
import request, { type Response } from 'supertest';
import type { RunningBackend } from '../testing/__testUtils__/controlPlane';
import { policyAnnotations } from '../backendNames';
import { createHandshake } from '../handshake/createHandshake';
import { kubeconfigTarget } from '../tokens/kubeconfig';
import { memoryStores } from '../sessions/memoryStores';
import {
  browser,
  clientQuery,
  locationOf,
  mount,
  testApp,
} from '../testing/__testUtils__/browser';
import {
  startControlPlane,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import {
  prepareKeycloak,
  type Keycloak,
} from '../testing/__testUtils__/keycloak';
import {
  bindAudience,
  clients,
  role,
  team,
} from '../testing/__testUtils__/keycloakRealm';
import { databases, databasesTemplate } from '../testing/samples';
import { createIdentityProvider } from './createIdentityProvider';
import { createIdentityProviders } from './createIdentityProviders';
import type { IdentityProviderOptions } from './identityProviderOptions';

jest.setTimeout(360_000);

const api = 'databases.example.test';

describeLong('a real Keycloak', () => {
  let plane: TestControlPlane;
  let backend: RunningBackend;
  let keycloak: Keycloak;
  let app: Express;
  let beforeStart: Response;

  const providerWith = (options: Partial<IdentityProviderOptions>) => ({
    id: 'keycloak',
    issuer: keycloak.issuer,
    clientId: clients.web,
    clientSecret: keycloak.clientSecret,
    ...options,
  });
  /** A handshake router with this Keycloak. */
  const appWith = (options: Partial<IdentityProviderOptions> = {}) => {
    const handshake = createHandshake({
      backend,
      providers: createIdentityProviders([providerWith(options)]),
      stores: memoryStores(),
      audit: () => undefined,
      externalUrl: `http://localhost:7007${mount}`,
    });
    return testApp({ handshake });
  };
  const inBrowser = (at: Express) =>
    browser(at, (authorization, who) => keycloak.signIn(authorization, who));

  /** Restricts the databases API to these groups. */
  const offerTo = async (groups: string) => {
    await plane.offer();
    const { metadata } = databasesTemplate();
    const { name = '', namespace } = metadata;
    await plane.admin.mergePatch(
      bindResources.templates,
      { name, namespace },
      { metadata: { annotations: { [policyAnnotations.groups]: groups } } },
    );
  };
  const bindByToken = async (at: Express, token: string) =>
    request(at)
      .post(`${mount}/bind-noninteractive`)
      .set('Authorization', `Bearer ${token}`)
      .send({ clusterID: 'machine', apis: [databases] });

  /** The identity of the cluster namespace in a kubeconfig. */
  const tenantOf = async (kubeconfig: string) => {
    const yaml = Buffer.from(kubeconfig, 'base64').toString();
    const name = kubeconfigTarget(yaml)?.namespace ?? '';
    const found = await plane.admin.get(core.namespaces, { name });
    return found?.metadata.annotations?.[annotations.identity];
  };
  const subjectOf = (token: string) => decodeJwt(token).sub;

  beforeAll(async () => {
    keycloak = await prepareKeycloak(`http://localhost:7007${mount}/callback`);
    plane = await startControlPlane('keycloak');
    backend = await plane.backend();
    app = appWith({ audiences: [bindAudience] });
    beforeStart = await inBrowser(app).get('/authorize', clientQuery);
    await keycloak.start();
  });
  afterAll(async () => {
    await keycloak?.stop();
    await plane?.stop();
  });

  it('may be unavailable at startup, and start later', async () => {
    expect(beforeStart.status).toBe(503);
    expect(beforeStart.text).toContain('keycloak is not available');

    const later = await inBrowser(app).get('/authorize', clientQuery);
    expect(later.status).toBe(302);
    expect(locationOf(later).href).toContain(`${keycloak.issuer}/protocol/`);
  });

  it('leads from its sign-in page to the kubeconfig, for users in an allowed group', async () => {
    await offerTo(team);
    const alice = inBrowser(app);
    await alice.signIn(clientQuery, 'alice');
    const list = await alice.get('/resources', { s: 'abc123' });
    expect(list.text).toContain('alice of Klutch');
    const granted = await alice.agree(await alice.consent());
    const text = locationOf(granted).searchParams.get('response') ?? '';
    const answer = decodeBindingResponse(text, 'abc123');
    if (!answer.ok) throw new Error(answer.error);
    const { id_token: token } = await keycloak.tokensOf('alice');
    await expect(tenantOf(answer.value.kubeconfig)).resolves.toBe(
      `${keycloak.issuer}#${subjectOf(token)}#apps1`,
    );

    const bob = inBrowser(app);
    await bob.signIn(clientQuery, 'bob');
    const shown = await bob.get('/resources', { s: 'abc123' });
    expect(shown.text).not.toContain(api);
    expect((await bob.consent()).status).toBe(404);
  });

  it('may have its groups in a nested claim, such as the realm roles', async () => {
    await offerTo(role);
    const at = appWith({ groupsClaim: 'realm_access.roles' });
    const statusFor = async (who: string) => {
      const person = inBrowser(at);
      await person.signIn(clientQuery, who);
      return (await person.consent()).status;
    };
    expect([await statusFor('alice'), await statusFor('bob')]).toEqual([
      404, 200,
    ]);
  });

  it('authenticates a machine client by audience, with its groups', async () => {
    await offerTo(team);
    const token = await keycloak.machineToken(clients.machine);
    const answered = await bindByToken(app, token);
    const answer = readBindingResponse(answered.body);
    if (!answer.ok) throw new Error(answer.error);
    await expect(tenantOf(answer.value.kubeconfig)).resolves.toBe(
      `${keycloak.issuer}#${subjectOf(token)}#machine`,
    );

    await offerTo('others');
    expect((await bindByToken(app, token)).status).toBe(404);
  });

  it('authenticates a machine client by its client id', async () => {
    await offerTo(team);
    const at = appWith({ allowedClients: [clients.stranger] });
    const statusOf = async (clientId: string) =>
      (await bindByToken(at, await keycloak.machineToken(clientId))).status;
    expect([
      await statusOf(clients.stranger),
      await statusOf(clients.machine),
    ]).toEqual([200, 401]);
  });

  it('refuses tokens for other audiences', async () => {
    await offerTo(team);
    const { access_token: access, id_token: id } =
      await keycloak.tokensOf('alice');
    const another = await keycloak.machineToken(clients.stranger);
    for (const token of [another, access, id]) {
      expect((await bindByToken(app, token)).status).toBe(401);
    }
    const why = async (
      token: string,
      options: Partial<IdentityProviderOptions>,
    ) => {
      const provider = createIdentityProvider(providerWith(options));
      return provider.verifyAccessToken(token).catch(String);
    };
    const ours = { audiences: [bindAudience] };
    const aud = 'its audience ("aud") is another server';
    expect(await why(another, ours)).toContain(aud);
    expect(await why(access, ours)).toContain(aud);
    expect(await why(id, { audiences: [clients.web] })).toContain(
      'it is an ID token, or is not marked as an access token',
    );
  });
});
