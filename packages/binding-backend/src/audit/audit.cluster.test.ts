/** The backend emits one audit event for each action; on a real control plane cluster. */
import { bindResources, names } from '@klutch/bind-api';
import { ApiError, core, type KubeClient } from '@klutch/kube';
// eslint-disable-next-line @backstage/no-forbidden-package-imports -- for tests alone
import { itLong } from '@klutch/local-clusters/src/testing/describeLong';
import { offboard } from '../offboarding/offboard';
import { ageToken } from '../testing/__testUtils__/ageToken';
import {
  appCluster,
  enableAppClusterBindings,
  uploadedKubeconfig,
} from '../testing/__testUtils__/appCluster';
import {
  withoutWaiting,
  eventually,
  startControlPlane,
  type RunningBackend,
  type TestControlPlane,
} from '../testing/__testUtils__/controlPlane';
import { allowOffboarding } from '../testing/__testUtils__/oneTenant';
import { readable } from '../testing/__testUtils__/readable';
import { exportName, startTenant } from '../testing/__testUtils__/tenant';
import { databases, secretsClaim } from '../testing/samples';
import { backendActor, type AuditEvent } from './Audit';

jest.setTimeout(90_000);

let plane: TestControlPlane;
let backend: RunningBackend;
const opened: KubeClient[] = [];
const events: AuditEvent[] = [];
/** The namespace of AppClusterBindings. */
const bindingNamespace = 'platform';
const audit = (event: AuditEvent) => void events.push(event);

const findEvents = (action: AuditEvent['action'], namespace: string) =>
  events.filter(
    event => event.action === action && event.namespace === namespace,
  );
const waitForEvents = (action: AuditEvent['action'], namespace: string) =>
  eventually(`the event ${action} is recorded`, async () => {
    const found = findEvents(action, namespace);
    return found.length > 0 && found;
  });
const byBackend = (event: Partial<AuditEvent>) => ({
  actor: backendActor,
  outcome: 'succeeded',
  ...event,
});

/** An app cluster of a test's own, and the fields of its events. */
const start = async (subject: string) => {
  const tenant = await startTenant(plane, backend, subject);
  opened.push(tenant.client);
  const { namespace } = tenant;
  return { tenant, about: { namespace, tenant: `${subject}#apps` } };
};

beforeAll(async () => {
  plane = await startControlPlane('audit');
  await enableAppClusterBindings(plane);
  await allowOffboarding(plane);
  await plane.offer([secretsClaim]);
  await plane.admin.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: bindingNamespace },
  });
  backend = await plane.backend({
    audit,
    appClusterBindings: {
      checkSeconds: 1,
      konnectorImage: 'registry.test/konnector:1',
    },
  });
});
/** Checked after each test, because each action has other credentials at hand. */
afterEach(() => {
  const [leaked] = /eyJ|canary/.exec(readable(JSON.stringify(events))) ?? [];
  if (leaked) throw new Error(`An audit event holds a credential: ${leaked}…`);
});
afterAll(async () => {
  await Promise.all(opened.map(client => client.close()));
  await plane?.stop();
});

it('a token is issued, and renewed at half of its lifetime', async () => {
  const { about } = await start('alice');
  const { namespace } = about;
  expect(findEvents('issue-token', namespace)).toEqual([
    byBackend({ ...about, action: 'issue-token' }),
  ]);
  await ageToken(plane.admin, namespace, 0.6 * 86_400);
  expect(await waitForEvents('renew-token', namespace)).toEqual([
    byBackend({ ...about, action: 'renew-token' }),
  ]);
});

it('a token is refused by the API server', async () => {
  const expectedMessage = 'service accounts rest today';
  const refusing = new Proxy(plane.portal, {
    get(target, property: keyof KubeClient) {
      const value: unknown = Reflect.get(target, property);
      if (property === 'createToken') {
        const forbidden = {
          code: 403,
          reason: 'Forbidden',
          message: expectedMessage,
        };
        return () => Promise.reject(new ApiError(forbidden));
      }
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const { provision } = await plane.backend({
    audit,
    client: refusing,
    controllers: false,
  });
  const refused = provision({ subject: 'bob', clusterId: 'apps' });
  await expect(refused).rejects.toThrow(expectedMessage);
  expect(events.filter(({ tenant }) => tenant === 'bob#apps')).toMatchObject([
    {
      action: 'issue-token',
      outcome: 'refused',
      actor: backendActor,
      reason: expectedMessage,
    },
  ]);
});

it('an API is bound, or refused', async () => {
  const { tenant, about } = await start('binding');
  await tenant.ensureExported();
  const apis = [exportName];
  expect(await waitForEvents('bind', about.namespace)).toEqual([
    byBackend({ ...about, action: 'bind', apis }),
  ]);
  await plane.request('default');
  expect(await waitForEvents('bind', 'default')).toEqual([
    {
      action: 'bind',
      outcome: 'refused',
      actor: backendActor,
      namespace: 'default',
      apis,
      reason: expect.stringContaining('no cluster namespace'),
    },
  ]);
});

it('an API is unbound when its export is deleted, also without an export request', async () => {
  const { tenant, about } = await start('unbinding');
  const { namespace } = about;
  const key = { namespace, name: exportName };
  await tenant.ensureExported();
  await plane.admin.delete(bindResources.exports, key);
  expect(await waitForEvents('unbind', namespace)).toEqual([
    byBackend({ ...about, action: 'unbind', apis: [exportName] }),
  ]);

  const queue = { group: 'example.test', resource: 'queues' };
  const waiting = await plane.admin.create(bindResources.requests, {
    apiVersion: names.apiVersion,
    kind: bindResources.requests.kind,
    metadata: { name: 'queues', namespace },
    spec: { resources: [queue] },
  });
  const { name = '' } = waiting.metadata;
  await eventually('the request is pending', async () => {
    const found = await plane.getRequest(namespace, name);
    return found?.status?.phase === 'Pending';
  });
  await plane.admin.delete(bindResources.requests, { namespace, name });
  const both = await eventually('the second event', async () => {
    const found = findEvents('unbind', namespace);
    return found.length > 1 && found;
  });
  expect(both.slice(1)).toEqual([
    byBackend({ ...about, action: 'unbind', apis: ['queues.example.test'] }),
  ]);
});

itLong('an AppClusterBinding is unbound when it is deleted', async () => {
  const one = appCluster(plane, bindingNamespace, 'one');
  await one.putSecret(uploadedKubeconfig('canary'));
  await one.create({ apiExports: [] });
  await one.waitForCondition(
    'NamespaceReady',
    ({ status }) => status === 'True',
  );
  await one.delete();
  await one.waitForDeletion();
  const [event, ...more] = await waitForEvents('unbind', one.namespace);
  expect(event).toMatchObject({ actor: backendActor, outcome: 'succeeded' });
  expect(event?.tenant).toContain('one');
  expect(more).toEqual([]);
});

it('a refused request of an AppClusterBinding is audited once for each change', async () => {
  const greedy = appCluster(plane, bindingNamespace, 'greedy');
  const { namespace } = greedy;
  const refused = (expectedMessage: string) =>
    eventually(expectedMessage, async () =>
      events.some(({ reason }) => reason?.includes(expectedMessage)),
    );
  const asked = (overrides: object) => ({ deploy: true, overrides });
  const kubeconfig = uploadedKubeconfig('canary');
  await greedy.putSecret(kubeconfig.replace('token:', 'tokenFile:'));
  await greedy.create({
    apiExports: [databases, { group: 'example.test', resource: 'jewels' }],
    konnector: asked({ image: 'evil' }),
  });
  await refused('Secret platform/kubeconfig-greedy cannot be used');
  await greedy.putSecret(kubeconfig);
  await refused('change image of the konnector');
  await greedy.patch({ spec: { konnector: asked({ command: ['sh'] }) } });
  await refused('change command, image of the konnector');

  const event = {
    action: 'bind',
    outcome: 'refused',
    actor: backendActor,
    tenant: expect.stringMatching(/^appclusterbinding#platform#greedy#/),
    apis: [exportName, 'jewels.example.test'],
    reason: expect.any(String),
  };
  const reported = events.filter(({ outcome, tenant }) =>
    [outcome, tenant]
      .join()
      .startsWith('refused,appclusterbinding#platform#greedy#'),
  );
  expect(reported).toEqual([
    event,
    { ...event, namespace },
    { ...event, namespace },
  ]);
  expect(reported[1]?.reason).toContain('jewels.example.test is not offered');
  expect(reported[2]?.reason).not.toContain('jewels');
});

it('an app cluster is offboarded with its actor, or refused', async () => {
  const {
    about: { namespace, tenant },
  } = await start('leaving');
  const actor = 'https://id.test/olga';
  const asked = { actor, audit, ...withoutWaiting };
  const unconfirmed = offboard(plane.portal, namespace, {
    ...asked,
    confirm: 'another',
  });
  await expect(unconfirmed).rejects.toThrow('Nothing was changed');
  await offboard(plane.portal, namespace, {
    ...asked,
    confirm: namespace,
  });
  await expect(offboard(plane.portal, 'default', asked)).rejects.toThrow(
    'is no cluster namespace',
  );
  const about = { action: 'offboard', actor, namespace, tenant };
  expect(findEvents('offboard', namespace)).toMatchObject([
    {
      ...about,
      outcome: 'refused',
      reason: expect.stringContaining('another'),
    },
    { ...about, outcome: 'succeeded' },
  ]);
  expect(findEvents('offboard', 'default')).toMatchObject([
    { outcome: 'refused' },
  ]);
});
