/** A user runs a join command on a real app cluster; then a real konnector connects. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { bindResources, getCondition, names } from '@klutch/bind-api';
import { startKonnector, type Konnector } from '@klutch/konnector';
import {
  core,
  createLogger,
  loadKubeConfig,
  type KubeClient,
} from '@klutch/kube';
import {
  type LocalCluster,
  borrowCluster,
  resolveBinary,
} from '@klutch/local-clusters';
import express from 'express';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { describeLong } from '@klutch/local-clusters/src/testing/describeLong';
import type { AuditEvent } from '../audit/Audit';
import type { RunningBackend } from '../testing/__testUtils__/controlPlane';
import { createJoinRouter } from '../http/createJoinRouter';
import {
  kubeconfigOf,
  kubeconfigToken,
  renderKubeconfig,
} from '../tokens/kubeconfig';
import {
  byOperator,
  clientOf,
  eventually,
  startControlPlane,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import { recordingLogger } from '../testing/__testUtils__/browser';
import { bindingRequest, tokenIn } from '../testing/__testUtils__/joinTokens';
import { recordedStores } from '../testing/__testUtils__/recordedStores';
import { caches } from '../testing/__testUtils__/steps';
import { databasesCrd, secretsClaim } from '../testing/samples';
import { planTemplate } from '../roles/templateRole';
import { createJoinTokens } from './createJoinTokens';
import type { JoinToken, JoinTokens } from './JoinTokens';

jest.setTimeout(120_000);

const api = 'databases.example.test';
const namespace = names.appClusterNamespace;
const { identity } = bindingRequest();

let plane: TestControlPlane;
let backend: RunningBackend;
let cluster: LocalCluster;
let admin: KubeClient;
let server: Server;
let folder: string;
let kubectl: string;
let joinTokens: JoinTokens;
let konnector: Konnector | undefined;
const stop = new AbortController();
const lines: string[] = [];
const events: AuditEvent[] = [];

/** Runs a command as an administrator of the app cluster. */
const runCommand = async (command: string) => {
  const shell = spawn('sh', ['-c', command], {
    env: {
      HOME: folder,
      KUBECONFIG: join(folder, 'kubeconfig'),
      PATH: [dirname(kubectl), process.env.PATH].join(delimiter),
    },
  });
  const [out, problems, [code]] = await Promise.all([
    text(shell.stdout),
    text(shell.stderr),
    once(shell, 'close'),
  ]);
  return { code, output: `${out}${problems}` };
};

const clusterBinding = async () =>
  plane.admin.get(bindResources.clusterBindings, {
    namespace: await backend.clusterNamespaceOf(identity),
    name: names.clusterBinding,
  });

const lastUsed = async () =>
  backend.lastUsedJoinToken(await backend.clusterNamespaceOf(identity));

/** An API other than databases. */
const offerCaches = async () => {
  const { spec } = databasesCrd();
  const [template, ...roles] = planTemplate({
    ...caches,
    namespace: 'default',
  });
  await plane.installCrd({
    ...databasesCrd(),
    metadata: { name: 'caches.example.test' },
    spec: {
      ...spec,
      names: {
        plural: 'caches',
        singular: 'cache',
        kind: 'Cache',
        listKind: 'CacheList',
      },
    },
  });
  for (const role of roles) {
    await plane.admin.apply(core.clusterRoles, role, byOperator);
  }
  await plane.admin.apply(bindResources.templates, template, byOperator);
};

beforeAll(async () => {
  kubectl = await resolveBinary('kubectl');
  [plane, cluster] = await Promise.all([
    startControlPlane('join-control'),
    borrowCluster({ name: 'join-app' }),
  ]);
  admin = clientOf(cluster.kubeconfig);
  folder = await mkdtemp(join(tmpdir(), 'klutch-join-token-'));
  await writeFile(join(folder, 'kubeconfig'), cluster.kubeconfig);
  await plane.offer([secretsClaim]);
  backend = await plane.backend({ audit: event => events.push(event) });

  const app = express();
  server = createServer(app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  joinTokens = createJoinTokens({
    backend,
    stores: recordedStores(),
    audit: event => lines.push(JSON.stringify(event)),
    externalUrl: `http://localhost:${port}/join`,
    konnectorImage: 'registry.test/konnector:1',
  });
  app.use(
    '/join',
    createJoinRouter({ joinTokens, logger: recordingLogger(lines) }),
  );
});
afterAll(async () => {
  stop.abort();
  await konnector?.stopped;
  server?.close();
  await admin?.close();
  await Promise.all([cluster?.stop(), plane?.stop()]);
  if (folder) await rm(folder, { recursive: true, force: true });
});

describe('an app cluster without a kubeconfig', () => {
  let created: JoinToken;
  let before: [binding: unknown, used: unknown];
  let joined: Awaited<ReturnType<typeof runCommand>>;
  let usedToJoin: Awaited<ReturnType<typeof lastUsed>>;

  /** Its administrator runs a join command, and starts a konnector with the rights of the manifest. */
  beforeAll(async () => {
    created = await joinTokens.create(bindingRequest());
    before = [await clusterBinding(), await lastUsed()];
    joined = await runCommand(created.joinCommand);
    usedToJoin = await lastUsed();
    const { token } = await admin.createToken(
      { namespace, name: names.konnector },
      { expirationSeconds: 3_600 },
    );
    const access = renderKubeconfig(
      { server: cluster.url, caData: cluster.caData },
      namespace,
      token,
    );
    konnector = startKonnector({
      appCluster: loadKubeConfig(access),
      signal: stop.signal,
      logger: createLogger('konnector', { level: 'silent' }),
    });
  });

  it('is bound by one join command of its administrator', async () => {
    expect(before).toEqual([undefined, undefined]);
    expect(joined).toMatchObject({ code: 0 });
    expect(joined.output).toContain(`${api} serverside-applied`);
    expect(usedToJoin).toMatchObject({ id: created.id });

    const { namespace: ours } = (await clusterBinding())?.metadata ?? {};
    const key = { namespace, name: api };
    const binding = await admin.get(bindResources.bindings, key);
    expect(binding?.spec?.permissionClaims).toMatchObject([
      { resource: 'secrets', state: 'Accepted' },
    ]);
    const secret = await admin.get(core.secrets, {
      namespace,
      name: binding?.spec?.kubeconfigSecretRef.name ?? '',
    });
    expect(secret).toBeDefined();
    // The token is only in the Secret's own data.
    expect(secret?.metadata.annotations).toBeUndefined();
    const exported = await plane.admin.get(bindResources.exports, {
      namespace: ours,
      name: api,
    });
    expect(exported).toBeDefined();
  });

  it('gets its API from a konnector with the rights of the manifest, and no others', async () => {
    await eventually('the API is served', () =>
      admin.get(core.customResourceDefinitions, { name: api }),
    );
    await eventually(
      'the konnector sends heartbeats',
      async () => (await clusterBinding())?.status?.lastHeartbeatTime,
    );
    await eventually('the binding is ready', async () => {
      const key = { namespace, name: api };
      const binding = await admin.get(bindResources.bindings, key);
      const ready = getCondition(binding?.status?.conditions, 'Ready');
      return ready?.status === 'True';
    });
    expect(
      (await admin.get(core.customResourceDefinitions, { name: api }))?.spec
        .names.kind,
    ).toBe(databasesCrd().spec.names.kind);
  });

  it('gets another API by a join command that changes nothing else', async () => {
    await offerCaches();
    const roles = async () =>
      (await admin.get(core.clusterRoles, { name: 'klutch-konnector-base' }))
        ?.metadata.resourceVersion;
    const earlier = await roles();
    expect(earlier).toBeDefined();
    const apis = [{ resource: caches, acceptedClaims: 'all' as const }];
    const more = await joinTokens.create({
      ...bindingRequest({ apis }),
      isConnected: true,
    });
    const result = await runCommand(more.joinCommand);
    expect(result).toMatchObject({ code: 0 });
    expect(await lastUsed()).toMatchObject({ id: more.id });
    await eventually('the other API is served', () =>
      admin.get(core.customResourceDefinitions, {
        name: 'caches.example.test',
      }),
    );
    expect(await roles()).toBe(earlier);
    const { items } = await admin.list(bindResources.bindings, { namespace });
    const ways = items.map(({ spec }) => spec?.kubeconfigSecretRef.name);
    expect(items).toHaveLength(2);
    expect(new Set(ways).size).toBe(1);
  });

  it('cannot be bound by the same join command again', async () => {
    const result = await runCommand(created.joinCommand);
    expect(result.code).not.toBe(0);
    expect(result.output).toContain('404');
    expect(lines.at(-1)).toContain('"outcome":"refused"');
  });

  it('has logged neither join token nor token', async () => {
    const secret = await plane.admin.get(core.secrets, {
      namespace: await backend.clusterNamespaceOf(identity),
      name: names.kubeconfigSecret,
    });
    const token = kubeconfigToken(kubeconfigOf(secret) ?? '') ?? '';
    const code = tokenIn(created.joinCommand);
    expect(token.length).toBeGreaterThan(100);
    expect(code.length).toBeGreaterThan(20);
    expect(lines).not.toEqual([]);
    expect(plane.logLines).not.toEqual([]);
    const output = [...lines, ...plane.logLines].join('\n');
    expect(output).not.toContain(token);
    expect(output).not.toContain(code);
  });
});

describeLong('tokens of an app cluster', () => {
  it('are invalid after a revocation, and the backend issues no others by itself', async () => {
    const tenant = { ...identity, clusterId: 'stolen' };
    const provisioned = await backend.provision(tenant);
    const key = {
      namespace: provisioned.namespace,
      name: names.kubeconfigSecret,
    };
    const { binder } = bindingRequest();
    const stolen = clientOf(provisioned.kubeconfig);
    await stolen.list(bindResources.exports, { namespace: key.namespace });
    await backend.revoke(tenant, binder);
    const refused = await eventually('the token has ended', () =>
      stolen.list(bindResources.exports, { namespace: key.namespace }).then(
        () => undefined,
        error => error,
      ),
    );
    expect(refused).toMatchObject({ code: 401 });
    expect((await plane.admin.get(core.secrets, key))?.data).toBeUndefined();
    await stolen.close();
    await backend.revoke({ ...identity, clusterId: 'nobody' }, binder);
    const revocations = events.filter(
      ({ action }) => action === 'revoke-tokens',
    );
    expect(revocations).toMatchObject([
      {
        outcome: 'succeeded',
        actor: 'klutch-portal/user:default/oscar',
        cluster: 'stolen',
        namespace: key.namespace,
      },
    ]);
  });
});
