/** The backend emits one audit event for each action; on a real control plane cluster. */
import { bindResources, names } from '@klutch/bind-api';
import { ApiError, core, type KubeClient } from '@klutch/kube';
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
} from '../testing/__testUtils__/controlPlane';
import {
  allowOffboarding,
  startOneTenant,
  type OneTenant,
} from '../testing/__testUtils__/oneTenant';
import { readable } from '../testing/__testUtils__/readable';
import { exportName } from '../testing/__testUtils__/tenant';
import { databases } from '../testing/samples';
import { backendActor, type AuditEvent } from './Audit';

jest.setTimeout(90_000);

let fixture: OneTenant;
const events: AuditEvent[] = [];
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
const byBackend = (more: Partial<AuditEvent>) => ({
  actor: backendActor,
  outcome: 'succeeded',
  namespace: fixture.tenant.namespace,
  tenant: 'alice#apps',
  ...more,
});

beforeAll(async () => {
  fixture = await startOneTenant('audit', async plane => {
    await enableAppClusterBindings(plane);
    await allowOffboarding(plane);
    return {
      audit,
      appClusterBindings: {
        checkSeconds: 1,
        konnectorImage: 'registry.test/konnector:1',
      },
    };
  });
  await fixture.admin.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'home' },
  });
});
afterAll(() => fixture?.stop());

it('a token is issued, and renewed at half of its lifetime', async () => {
  const { namespace } = fixture.tenant;
  expect(findEvents('issue-token', namespace)).toEqual([
    byBackend({ action: 'issue-token' }),
  ]);
  await ageToken(fixture.admin, namespace, 0.6 * 86_400);
  expect(await waitForEvents('renew-token', namespace)).toEqual([
    byBackend({ action: 'renew-token' }),
  ]);
});

it('a token is refused by the API server', async () => {
  const expectedMessage = 'service accounts rest today';
  const refusing = new Proxy(fixture.plane.portal, {
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
  const { provision } = await fixture.plane.backend({
    audit,
    client: refusing,
    controllers: false,
  });
  const refused = provision({ subject: 'bob', clusterId: 'apps' });
  await expect(refused).rejects.toThrow(expectedMessage);
  expect(events.at(-1)).toMatchObject({
    action: 'issue-token',
    outcome: 'refused',
    actor: backendActor,
    tenant: 'bob#apps',
    reason: expectedMessage,
  });
});

it('an API is bound, or refused', async () => {
  await fixture.tenant.ensureExported();
  const apis = [exportName];
  expect(findEvents('bind', fixture.tenant.namespace)).toEqual([
    byBackend({ action: 'bind', apis }),
  ]);
  await fixture.plane.request('default');
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
  const { namespace } = fixture.tenant;
  const key = { namespace, name: exportName };
  await fixture.tenant.ensureExported();
  await fixture.admin.delete(bindResources.exports, key);
  expect(await waitForEvents('unbind', namespace)).toEqual([
    byBackend({ action: 'unbind', apis: [exportName] }),
  ]);

  const queue = { group: 'example.test', resource: 'queues' };
  const waiting = await fixture.admin.create(bindResources.requests, {
    apiVersion: names.apiVersion,
    kind: bindResources.requests.kind,
    metadata: { name: 'queues', namespace },
    spec: { resources: [queue] },
  });
  const { name = '' } = waiting.metadata;
  await eventually('the request is pending', async () => {
    const found = await fixture.plane.getRequest(namespace, name);
    return found?.status?.phase === 'Pending';
  });
  await fixture.admin.delete(bindResources.requests, { namespace, name });
  const both = await eventually('the second event', async () => {
    const found = findEvents('unbind', namespace);
    return found.length > 1 && found;
  });
  expect(both.slice(1)).toEqual([
    byBackend({ action: 'unbind', apis: ['queues.example.test'] }),
  ]);
});

it('an AppClusterBinding is unbound when it is deleted', async () => {
  const one = appCluster(fixture.plane, 'home', 'one');
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
  const greedy = appCluster(fixture.plane, 'home', 'greedy');
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
  await refused('Secret home/kubeconfig-greedy cannot be used');
  await greedy.putSecret(kubeconfig);
  await refused('change image of the konnector');
  await greedy.patch({ spec: { konnector: asked({ command: ['sh'] }) } });
  await refused('change command, image of the konnector');

  const event = {
    action: 'bind',
    outcome: 'refused',
    actor: backendActor,
    tenant: expect.stringMatching(/^appclusterbinding#home#greedy#/),
    apis: [exportName, 'jewels.example.test'],
    reason: expect.any(String),
  };
  const reported = events.filter(({ outcome, tenant }) =>
    [outcome, tenant].join().startsWith('refused,appclusterbinding#'),
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
  const { namespace } = fixture.tenant;
  const actor = 'https://id.test/olga';
  const asked = { actor, audit, ...withoutWaiting };
  const unconfirmed = offboard(fixture.plane.portal, namespace, {
    ...asked,
    confirm: 'another',
  });
  await expect(unconfirmed).rejects.toThrow('Nothing was changed');
  await offboard(fixture.plane.portal, namespace, {
    ...asked,
    confirm: namespace,
  });
  await expect(
    offboard(fixture.plane.portal, 'default', asked),
  ).rejects.toThrow('is no cluster namespace');
  const about = { action: 'offboard', actor, namespace, tenant: 'alice#apps' };
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

it('no event holds a credential', () => {
  const everything = readable(JSON.stringify(events));
  expect(everything).not.toContain('eyJ');
  expect(everything).not.toContain('canary');
  expect(events.length).toBeGreaterThan(8);
});
