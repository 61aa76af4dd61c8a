/** What the backend does is written down, once each; on a real control plane. */
import { bindResources, names } from '@klutch/bind-api';
import { ApiError, core, type KubeClient } from '@klutch/kube';
import { offboard } from '../offboarding/offboard';
import { age } from '../testing/__testUtils__/age';
import {
  appCluster,
  enableAppClusterBindings,
  uploadedKubeconfig,
} from '../testing/__testUtils__/appCluster';
import { atOnce, eventually } from '../testing/__testUtils__/controlPlane';
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

let on: OneTenant;
const events: AuditEvent[] = [];
const audit = (event: AuditEvent) => void events.push(event);

const heard = (action: AuditEvent['action'], namespace: string) =>
  events.filter(
    event => event.action === action && event.namespace === namespace,
  );
const untilHeard = (action: AuditEvent['action'], namespace: string) =>
  eventually(`${action} is written down`, async () => {
    const found = heard(action, namespace);
    return found.length > 0 && found;
  });
const byBackend = (more: Partial<AuditEvent>) => ({
  actor: backendActor,
  outcome: 'succeeded',
  namespace: on.tenant.namespace,
  tenant: 'alice#apps',
  ...more,
});

beforeAll(async () => {
  on = await startOneTenant('audit', async plane => {
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
  await on.admin.create(core.namespaces, {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'home' },
  });
});
afterAll(() => on?.stop());

it('a token is issued, and renewed at half of its life', async () => {
  const { namespace } = on.tenant;
  expect(heard('issue-token', namespace)).toEqual([
    byBackend({ action: 'issue-token' }),
  ]);
  await age(on.admin, namespace, 0.6 * 86_400);
  expect(await untilHeard('renew-token', namespace)).toEqual([
    byBackend({ action: 'renew-token' }),
  ]);
});

it('a token is refused by the API server', async () => {
  const words = 'service accounts rest today';
  const refusing = new Proxy(on.plane.portal, {
    get(target, property: keyof KubeClient) {
      const value: unknown = Reflect.get(target, property);
      if (property === 'createToken') {
        const forbidden = { code: 403, reason: 'Forbidden', message: words };
        return () => Promise.reject(new ApiError(forbidden));
      }
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const { provision } = await on.plane.backend({
    audit,
    client: refusing,
    controllers: false,
  });
  const refused = provision({ subject: 'bob', clusterId: 'apps' });
  await expect(refused).rejects.toThrow(words);
  expect(events.at(-1)).toMatchObject({
    action: 'issue-token',
    outcome: 'refused',
    actor: backendActor,
    tenant: 'bob#apps',
    reason: words,
  });
});

it('an API is bound, or refused', async () => {
  await on.tenant.exported();
  const apis = [exportName];
  expect(heard('bind', on.tenant.namespace)).toEqual([
    byBackend({ action: 'bind', apis }),
  ]);
  await on.plane.request('default');
  expect(await untilHeard('bind', 'default')).toEqual([
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

it('an API is unbound when its export goes, and when nobody waits for an answer any more', async () => {
  const { namespace } = on.tenant;
  const key = { namespace, name: exportName };
  await on.tenant.exported();
  await on.admin.delete(bindResources.exports, key);
  expect(await untilHeard('unbind', namespace)).toEqual([
    byBackend({ action: 'unbind', apis: [exportName] }),
  ]);

  const queue = { group: 'example.test', resource: 'queues' };
  const waiting = await on.admin.create(bindResources.requests, {
    apiVersion: names.apiVersion,
    kind: bindResources.requests.kind,
    metadata: { name: 'queues', namespace },
    spec: { resources: [queue] },
  });
  const { name = '' } = waiting.metadata;
  await eventually('it is looked at', async () => {
    const found = await on.plane.getRequest(namespace, name);
    return found?.status?.phase === 'Pending';
  });
  await on.admin.delete(bindResources.requests, { namespace, name });
  const both = await eventually('the second event', async () => {
    const found = heard('unbind', namespace);
    return found.length > 1 && found;
  });
  expect(both.slice(1)).toEqual([
    byBackend({ action: 'unbind', apis: ['queues.example.test'] }),
  ]);
});

it('an AppClusterBinding that goes is unbound', async () => {
  const one = appCluster(on.plane, 'home', 'one');
  await one.putSecret(uploadedKubeconfig('canary'));
  await one.create({ apiExports: [] });
  await one.until('NamespaceReady', ({ status }) => status === 'True');
  await one.delete();
  await one.gone();
  const [event, ...more] = await untilHeard('unbind', one.namespace);
  expect(event).toMatchObject({ actor: backendActor, outcome: 'succeeded' });
  expect(event?.tenant).toContain('one');
  expect(more).toEqual([]);
});

it('an AppClusterBinding is refused what it asks for, once for each change', async () => {
  const greedy = appCluster(on.plane, 'home', 'greedy');
  const { namespace } = greedy;
  const refused = (words: string) =>
    eventually(words, async () =>
      events.some(({ reason }) => reason?.includes(words)),
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
  const told = events.filter(({ outcome, tenant }) =>
    [outcome, tenant].join().startsWith('refused,appclusterbinding#'),
  );
  expect(told).toEqual([
    event,
    { ...event, namespace },
    { ...event, namespace },
  ]);
  expect(told[1]?.reason).toContain('jewels.example.test is not offered');
  expect(told[2]?.reason).not.toContain('jewels');
});

it('an app cluster is offboarded, by whom, or that is refused', async () => {
  const { namespace } = on.tenant;
  const actor = 'https://id.test/olga';
  const asked = { actor, audit, ...atOnce };
  const unconfirmed = offboard(on.plane.portal, namespace, {
    ...asked,
    confirm: 'another',
  });
  await expect(unconfirmed).rejects.toThrow('Nothing was changed');
  await offboard(on.plane.portal, namespace, { ...asked, confirm: namespace });
  await expect(offboard(on.plane.portal, 'default', asked)).rejects.toThrow(
    'is no cluster namespace',
  );
  const about = { action: 'offboard', actor, namespace, tenant: 'alice#apps' };
  expect(heard('offboard', namespace)).toMatchObject([
    {
      ...about,
      outcome: 'refused',
      reason: expect.stringContaining('another'),
    },
    { ...about, outcome: 'succeeded' },
  ]);
  expect(heard('offboard', 'default')).toMatchObject([{ outcome: 'refused' }]);
});

it('holds no credential', () => {
  const everything = readable(JSON.stringify(events));
  expect(everything).not.toContain('eyJ');
  expect(everything).not.toContain('canary');
  expect(events.length).toBeGreaterThan(8);
});
