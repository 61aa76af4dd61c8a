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
import { readable } from '../testing/__testUtils__/readable';
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

/** Identities of the cluster namespaces for an app cluster's id. */
const tenantsOf = async (clusterId: string) => {
  const { items } = await plane.admin.list(core.namespaces);
  return items.flatMap(({ metadata }) => {
    const identity = metadata.annotations?.[annotations.identity];
    return identity?.endsWith(`#${clusterId}`) ? [identity] : [];
  });
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

const bindAsMachine = async (clusterID: string) =>
  request(app)
    .post(`${mount}/bind-noninteractive`)
    .set(
      'Authorization',
      `Bearer ${await identities.machineToken(machineAudience)}`,
    )
    .send({ clusterID, apis: [databases] });

const valueOf = (answer: ReturnType<typeof readBindingResponse>) => {
  if (!answer.ok) throw new Error(answer.error);
  return answer.value;
};
const responseOf = (redirect: URL): BindingResponse => {
  const text = redirect.searchParams.get('response') ?? '';
  return valueOf(decodeBindingResponse(text, clientQuery.s ?? ''));
};

/** Binds databases for an app cluster as alice, with the upstream CLI. */
const bindAsAlice = async (clusterId: string) => {
  const person = alice();
  await person.signIn({ ...clientQuery, c: clusterId });
  return responseOf(locationOf(await person.agree(await person.consent())));
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
    await person.signIn({ ...clientQuery, c: 'refused' });
    const list = await person.get('/resources', { s: 'abc123' });
    expect(list.status).toBe(200);
    expect(list.text).not.toContain(api);
    expect((await person.consent()).status).toBe(404);
    const page = await person.get('/bind', { s: 'abc123' });
    const granted = await person.agree(page, { api });
    expect(granted.status).toBe(404);
    const machine = await bindAsMachine('refused');
    expect(machine.status).toBe(404);
    const renewed = await person.agree(page);
    expect(renewed.status).toBe(404);
    expect(await tenantsOf('refused')).toEqual([]);
  });

  it('returns a kubeconfig whose requests become exports, for the upstream CLI, also for APIs with a restricted audience (B4)', async () => {
    await offer('team-a');
    const used = await applyBindingResponse(await bindAsAlice('apps1'));
    expect(used.names).toEqual([api]);
    expect(used.exports[0]?.spec.permissionClaims).toMatchObject([
      { resource: 'secrets' },
    ]);
    expect(used.life).toBeGreaterThan(0);
    expect(used.life).toBeLessThanOrEqual(hour);
    expect(await tenantsOf('apps1')).toEqual([
      `${identities.issuer}#alice#apps1`,
    ]);
    expect(events.at(-1)).toMatchObject({
      action: 'bind',
      outcome: 'succeeded',
      namespace: used.namespace,
      apis: [api],
    });
  });

  it('returns the same for kubectl klutch, and can be repeated (C05)', async () => {
    await offer('team-a');
    const bind = async () => {
      const person = alice();
      await person.signIn({ ...clientQuery, c: 'repeated', pickup });
      const redirect = locationOf(await person.agree(await person.consent()));
      const picked = await request(app)
        .post(`${mount}/pickup`)
        .send({ code: redirect.searchParams.get('code'), verifier });
      return applyBindingResponse(
        valueOf(readBindingResponse(picked.body, 'abc123')),
      );
    };
    const first = await bind();
    const second = await bind();
    for (const used of [first, second]) {
      expect(used.names).toEqual([api]);
      expect(used.life).toBeGreaterThan(hour);
    }
    expect(second.namespace).toBe(first.namespace);
    expect(await tenantsOf('repeated')).toHaveLength(1);
  });

  it('returns the same for a machine client', async () => {
    await offer();
    const answered = await bindAsMachine('machine');
    const used = await applyBindingResponse(
      valueOf(readBindingResponse(answered.body)),
    );
    expect(used.names).toEqual([api]);
    expect(await tenantsOf('machine')).toHaveLength(1);
  });

  it('renews a connection', async () => {
    await offer();
    const bound = await applyBindingResponse(await bindAsAlice('renewed'));
    const person = alice();
    await person.signIn({ ...clientQuery, c: 'renewed', refresh: '1' });
    const page = await person.get('/bind', { s: 'abc123' });
    const answer = responseOf(locationOf(await person.agree(page)));
    expect(answer.requests).toEqual([]);
    expect(await applyBindingResponse(answer)).toMatchObject({
      namespace: bound.namespace,
      names: [api],
    });
  });

  it('offers each API once, and none without a CRD', async () => {
    await offer();
    const gone = { group: 'example.test', resource: 'nothing' };
    const { metadata, ...template } = databasesTemplate([]);
    const extra = [
      { ...template, metadata: { ...metadata, name: 'databases-again' } },
      {
        ...template,
        metadata: { ...metadata, name: 'nothing.example.test' },
        spec: { APIServiceSelector: gone },
      },
    ];
    try {
      for (const one of extra) {
        await plane.admin.create(bindResources.templates, one);
      }
      const offers = await backend.offers();
      expect(offers).toMatchObject([
        {
          api: databases,
          title: 'Database',
          claims: [{ resource: 'secrets' }],
        },
      ]);
    } finally {
      for (const {
        metadata: { name, namespace },
      } of extra) {
        await plane.admin.delete(bindResources.templates, { name, namespace });
      }
    }
  });

  it('logs no token', async () => {
    await offer();
    const { kubeconfig } = await bindAsAlice('logged');
    expect(readable(kubeconfig)).toContain('eyJ');
    expect(plane.logLines).not.toEqual([]);
    expect(events).not.toEqual([]);
    expect(plane.logLines.join('')).not.toContain('eyJ');
    expect(JSON.stringify(events)).not.toContain('eyJ');
  });
});
