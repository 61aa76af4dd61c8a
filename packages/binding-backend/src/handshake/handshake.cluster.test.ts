import {
  annotations,
  bindResources,
  decodeBindingResponse,
  readBindingResponse,
  type BindingResponse,
} from '@klutch/bind-api';
import { core, isForbidden, type KubeClient } from '@klutch/kube';
import type { Express } from 'express';
import request from 'supertest';
import type { AuditEvent } from '../audit/Audit';
import { kubeconfigTarget, kubeconfigToken } from '../tokens/kubeconfig';
import { tokenLifetimeMs } from '../tokens/tokenLifetimeMs';
import {
  browser,
  clientQuery,
  locationOf,
  mount,
  testApp,
} from '../testing/__testUtils__/browser';
import {
  clientOf,
  eventually,
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import {
  startSqlite,
  type TestDatabase,
} from '../testing/__testUtils__/databases';
import {
  machineAudience,
  startRealProvider,
  type RealProvider,
} from '../testing/__testUtils__/realProvider';
import { pickup, verifier } from '../testing/__testUtils__/steps';
import { databases, databasesTemplate, secretsClaim } from '../testing/samples';
import { createIdentityProviders } from '../oidc/createIdentityProviders';
import { knexStores } from '../sessions/knexStores';
import { createHandshake } from './createHandshake';

jest.setTimeout(90_000);

const api = 'databases.example.test';
const hour = 3_600_000;

let plane: TestControlPlane;
let backend: RunningBackend;
let database: TestDatabase;
let identities: RealProvider;
let app: Express;
const events: AuditEvent[] = [];
const opened: KubeClient[] = [];

/** Offers databases, restricted to the given groups if any. */
const offer = async (groups?: string) => {
  await plane.offer([secretsClaim]);
  await plane.offerTo(groups ?? null);
};

const tenants = async () => {
  const { items } = await plane.admin.list(core.namespaces);
  return items.flatMap(
    ({ metadata }) => metadata.annotations?.[annotations.identity] ?? [],
  );
};

/** Creates the export requests of a binding response like a CLI, and waits for the exports. */
const applyBindingResponse = async ({
  kubeconfig,
  requests,
}: BindingResponse) => {
  const yaml = Buffer.from(kubeconfig, 'base64').toString();
  const namespace = kubeconfigTarget(yaml)?.namespace ?? '';
  const client = clientOf(yaml);
  opened.push(client);
  for (const { metadata, ...wanted } of requests) {
    await eventually('the connection may ask for exports', () =>
      client
        .create(bindResources.requests, {
          ...wanted,
          metadata: { generateName: `${metadata.name}-`, namespace },
        })
        .catch(error => {
          if (isForbidden(error)) return undefined; // RBAC is not yet effective
          throw error;
        }),
    );
  }
  const exports = await eventually('the export', async () => {
    const { items } = await client.list(bindResources.exports, { namespace });
    return items.length > 0 ? items : undefined;
  });
  const life = tokenLifetimeMs(kubeconfigToken(yaml) ?? '') ?? 0;
  const names = exports.map(({ metadata }) => metadata.name);
  return { namespace, names, exports, life };
};

/** A session of the user alice. */
const alice = () =>
  browser(app, url => {
    url.searchParams.set('login_hint', 'alice');
    return identities.signIn(url);
  });

const bindAsMachine = async () =>
  request(app)
    .post(`${mount}/bind-noninteractive`)
    .set(
      'Authorization',
      `Bearer ${await identities.machineToken(machineAudience)}`,
    )
    .send({ clusterID: 'machine', apis: [databases] });

const responseOf = (redirect: URL): BindingResponse => {
  const text = redirect.searchParams.get('response') ?? '';
  const answer = decodeBindingResponse(text, clientQuery.s ?? '');
  if (!answer.ok) throw new Error(answer.error);
  return answer.value;
};

beforeAll(async () => {
  plane = await startControlPlane('handshake');
  backend = await plane.backend();
  database = await startSqlite();
  const externalUrl = `http://localhost:7007${mount}`;
  const redirectUri = `${externalUrl}/callback`;
  identities = await startRealProvider({ redirectUri });
  const { clientId, clientSecret, issuer } = identities;
  const audiences = [machineAudience];
  const handshake = createHandshake({
    backend,
    providers: createIdentityProviders([
      { id: 'real', issuer, clientId, clientSecret, audiences },
    ]),
    stores: knexStores(database.connect()),
    audit: event => events.push(event),
    externalUrl,
  });
  app = testApp({ handshake });
});
afterAll(async () => {
  await Promise.all(opened.map(client => client.close()));
  await identities?.stop();
  await database?.stop();
  await plane?.stop();
});

describe('the handshake on a control plane', () => {
  it('creates nothing for APIs that may not be bound (B4)', async () => {
    await offer('operators');
    const person = alice();
    await person.signIn();
    const list = await person.get('/resources', { s: 'abc123' });
    expect(list.text).not.toContain(api);
    expect((await person.consent()).status).toBe(404);
    const page = await person.get('/bind', { s: 'abc123' });
    const granted = await person.agree(page, { api });
    expect(granted.status).toBe(404);
    const machine = await bindAsMachine();
    expect(machine.status).toBe(404);
    const renewed = await person.agree(page);
    expect(renewed.status).toBe(404);
    expect(await tenants()).toEqual([]);
  });

  it('returns a kubeconfig whose requests become exports, for the upstream CLI, also for APIs with a restricted audience (B4)', async () => {
    await offer('team-a');
    const person = alice();
    await person.signIn();
    const granted = await person.agree(await person.consent());
    const used = await applyBindingResponse(responseOf(locationOf(granted)));
    expect(used.names).toEqual([api]);
    expect(used.exports[0]?.spec.permissionClaims).toMatchObject([
      { resource: 'secrets' },
    ]);
    expect(used.life).toBeGreaterThan(0);
    expect(used.life).toBeLessThanOrEqual(hour);
    expect(await tenants()).toEqual([`${identities.issuer}#alice#apps1`]);
    expect(events.at(-1)).toMatchObject({
      action: 'bind',
      outcome: 'succeeded',
      namespace: used.namespace,
      apis: [api],
    });
  });

  it('returns the same for kubectl klutch, and can be repeated (C05)', async () => {
    const person = alice();
    await person.signIn({ ...clientQuery, pickup });
    const redirect = locationOf(await person.agree(await person.consent()));
    const picked = await request(app)
      .post(`${mount}/pickup`)
      .send({ code: redirect.searchParams.get('code'), verifier });
    const answer = readBindingResponse(picked.body, 'abc123');
    if (!answer.ok) throw new Error(answer.error);
    const used = await applyBindingResponse(answer.value);
    expect(used.names).toEqual([api]);
    expect(used.life).toBeGreaterThan(hour);
    expect(await tenants()).toHaveLength(1);
  });

  it('returns the same for a machine client', async () => {
    await offer();
    const answered = await bindAsMachine();
    const answer = readBindingResponse(answered.body);
    if (!answer.ok) throw new Error(answer.error);
    const used = await applyBindingResponse(answer.value);
    expect(used.names).toEqual([api]);
    expect(await tenants()).toHaveLength(2);
  });

  it('renews a connection', async () => {
    const person = alice();
    await person.signIn({ ...clientQuery, refresh: '1' });
    const page = await person.get('/bind', { s: 'abc123' });
    const answer = responseOf(locationOf(await person.agree(page)));
    expect(answer.requests).toEqual([]);
    expect((await applyBindingResponse(answer)).names).toEqual([api]);
  });

  it('offers each API once, and none without a CRD', async () => {
    const later = { name: 'databases-again', namespace: 'default' };
    const gone = { group: 'example.test', resource: 'nothing' };
    const { metadata, ...template } = databasesTemplate([]);
    await plane.admin.create(bindResources.templates, {
      ...template,
      metadata: later,
    });
    await plane.admin.create(bindResources.templates, {
      ...template,
      metadata: { ...metadata, name: 'nothing.example.test' },
      spec: { APIServiceSelector: gone },
    });
    const offers = await backend.offers();
    expect(offers).toMatchObject([
      { api: databases, title: 'Database', claims: [{ resource: 'secrets' }] },
    ]);
  });

  it('logs no token', () => {
    const lines = plane.logLines.join('');
    expect(lines).not.toContain('eyJ');
    expect(JSON.stringify(events)).not.toContain('eyJ');
  });
});
