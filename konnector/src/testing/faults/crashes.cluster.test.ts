/**
 * The konnector crashes before and after every single write, and another one takes over: nothing is lost, made twice or
 * deleted that nobody deleted; on two real clusters.
 */
import { core, isNotFound, type Unstructured } from '@klutch/kube';
import type { ClaimOwner, PermissionClaim } from '@klutch/bind-api';
import { annotations } from '../../markers';
import { eventually } from '../__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd, userObject } from '../__testUtils__/thingCrd';
import {
  TwoClusters,
  type RunningKonnector,
} from '../__testUtils__/twoClusters';
import { UserView } from '../__testUtils__/userView';
import { CrashPoint } from './CrashPoint';
import type { Call } from './FaultyClient';

const crd = testCrd('frails', 'Frail');
const binding = { namespace: 'klutch-bind', name: 'frails.example.com' };
const secrets = { resource: 'secrets', version: 'v1' };
/** Types of secrets that change hands; they stay the same when metadata does not. */
const types = { given: 'example.com/given', taken: 'example.com/taken' };
const ofType = (type: string, owner: ClaimOwner) => ({
  ...secrets,
  selector: { owner, fieldSelectors: [`type=${type}`] },
});
const claims: PermissionClaim[] = [
  { ...secrets, selector: { owner: 'Provider' } },
  {
    ...secrets,
    selector: { owner: 'Consumer', labelSelectors: [{ share: 'yes' }] },
  },
  {
    ...secrets,
    selector: { owner: 'Consumer', labelSelectors: [{ adopt: 'yes' }] },
    autoAdopt: true,
  },
  { ...ofType(types.given, 'Consumer'), autoAdopt: true },
  { ...ofType(types.taken, 'Provider'), autoDonate: true },
];
const accepted = claims.map(claim => ({
  ...claim,
  state: 'Accepted' as const,
}));
const finalizer = 'klutch.anynines.com/syncer';
/** More than all crashes together lose of what was granted. */
const deletionLimits = { count: 5_000, share: 0, windowMs: 600_000 };

let world: TwoClusters;
let frails: UserView;
let running: RunningKonnector;
let point: CrashPoint;
/** Objects that somebody deleted on the app cluster. */
const deleted = new Set<string>();
/** Of secrets on the app cluster, before somebody deleted them. */
const uids = new Map<string, string | undefined>();

function start(): void {
  point = new CrashPoint();
  const { faults } = point;
  running = world.startKonnector({
    deletionLimits,
    connect: world.faulty({ provider: faults, consumer: faults }),
  });
}

/** The breaker grants several deletions with one write; a konnector that was just started has none left. */
async function anew(): Promise<void> {
  await running.stop();
  start();
  await eventually(
    'the konnector is ready',
    async () => running.konnector.health().ready,
  );
}

beforeAll(async () => {
  world = await TwoClusters.start();
  frails = new UserView(world, resourceOfCrd(crd));
  start();
  await world.offer(crd, claims);
  await world.bind(crd, accepted);
  await world.ready(binding.name);
  await frails.create('first');
}, 90_000);
afterAll(() => world?.stop(), 30_000);

/** What a crash may fall into. Names differ from case to case. */
interface Scenario {
  /** Writes of which each must have been crashed at. */
  writes: string[];
  /** Before the konnector may crash. */
  prepare?: (name: string) => Promise<unknown>;
  act: (name: string) => Promise<unknown>;
  /** All is as it should be in the end. */
  done: (name: string, crashed: boolean) => Promise<unknown>;
  /** After each case. */
  restore?: () => Promise<unknown>;
}

const live = ({ metadata }: Unstructured) => !metadata.deletionTimestamp;
const isUp = async (name: string, plan: string) => {
  const [object, copy] = await Promise.all([
    frails.object(name),
    frails.copy(name),
  ]);
  return (
    object?.metadata.finalizers?.includes(finalizer) &&
    copy &&
    live(copy) &&
    copy.spec?.plan === plan &&
    copy.metadata.annotations?.[annotations.consumerUid] === object.metadata.uid
  );
};
const secretKey = (name: string) => ({ namespace: 'team-a', name });
const provided = (name: string) => ({
  namespace: frails.copyKey(name).namespace,
  name,
});
const share = (name: string) =>
  world.consumer.create(core.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { ...secretKey(name), labels: { share: 'yes' } },
    data: { a: 'MQ==' },
  });
const isShared = async (name: string, value: string) => {
  const found = await Promise.all([
    world.consumer.get(core.secrets, secretKey(name)),
    world.provider.get(core.secrets, provided(name)),
  ]);
  return found.every(
    secret =>
      secret?.data?.a === value &&
      secret.metadata.annotations?.[annotations.resourceOwner] === 'Consumer',
  );
};
const shareOnce = async (name: string) => {
  await share(name);
  await eventually('the secret went up', () => isShared(name, 'MQ=='));
};
const makeSecret = (side: ClaimOwner, name: string, type: string) =>
  world[side === 'Consumer' ? 'consumer' : 'provider'].create(core.secrets, {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: side === 'Consumer' ? secretKey(name) : provided(name),
    type,
    data: { a: 'MQ==' },
  });
const isOwnedBy = async (owner: ClaimOwner, name: string) => {
  const found = await Promise.all([
    world.consumer.get(core.secrets, secretKey(name)),
    world.provider.get(core.secrets, provided(name)),
  ]);
  return found.every(
    secret =>
      secret?.data?.a === 'MQ==' &&
      secret.metadata.annotations?.[annotations.resourceOwner] === owner,
  );
};
/** A secret of this type, made by one side and now the other's. */
const changedHands = async (name: string, to: ClaimOwner) => {
  const from = to === 'Provider' ? 'Consumer' : 'Provider';
  await makeSecret(from, name, to === 'Provider' ? types.given : types.taken);
  await eventually('the secret changed hands', () => isOwnedBy(to, name));
};
const isThere = () => world.consumer.get(world.bindingResource, binding);
const unbound = async () => {
  await world.consumer.delete(world.bindingResource, binding);
  await eventually('the binding is gone', async () => !(await isThere()));
};
/** The one object that goes through all binding and unbinding: each further one would be a write more in the next case. */
const kept = 'kept';
const onlyKept = async () => {
  const { items } = await world.consumer.list(frails.resource);
  for (const { metadata } of items) {
    const { namespace, name = '' } = metadata;
    if (name === kept) continue;
    deleted.add(name);
    await world.consumer.delete(frails.resource, { namespace, name });
  }
  await eventually('the others are gone', async () => {
    const left = await world.consumer.list(frails.resource);
    return left.items.every(({ metadata }) => metadata.name === kept);
  });
  // An API that was installed a moment ago may still be refused.
  await eventually(
    'the object is there',
    async () => (await frails.object(kept)) ?? frails.create(kept),
  );
  await eventually('the object is up', () => isUp(kept, 'small'));
};
const isServed = async () => {
  const { Ready, Connected, Syncing } = await world.conditions(binding.name);
  return Ready === 'True' && Connected === 'True' && Syncing === 'True';
};

const scenarios: Record<string, Scenario> = {
  create: {
    writes: ['patch frails', 'apply frails'],
    act: name =>
      world.consumer.create(frails.resource, userObject(frails.resource, name)),
    done: name => isUp(name, 'small'),
  },
  update: {
    writes: ['apply frails'],
    prepare: name => frails.create(name),
    act: name => frails.patch(name, { spec: { plan: 'big' } }),
    done: name => isUp(name, 'big'),
  },
  status: {
    writes: ['patch frails/status'],
    prepare: name => frails.create(name),
    act: name => frails.setStatus(name, { phase: 'Ready' }),
    done: async name =>
      (await frails.object(name))?.status?.phase === 'Ready' &&
      isUp(name, 'small'),
  },
  delete: {
    writes: ['patch apiservicebindings', 'delete frails', 'patch frails'],
    prepare: async name => {
      await frails.create(name);
      await anew();
    },
    act: name => {
      deleted.add(name);
      return frails.delete(name);
    },
    done: async name =>
      !(await frails.object(name)) && !(await frails.copy(name)),
  },
};

const slow: Record<string, Scenario> = {
  'create in a new namespace': {
    writes: ['create apiservicenamespaces', 'patch frails', 'apply frails'],
    prepare: name =>
      world.consumer.create(core.namespaces, {
        apiVersion: 'v1',
        kind: 'Namespace',
        metadata: { name },
      }),
    act: name =>
      world.consumer.create(
        frails.resource,
        userObject(frails.resource, 'only', { plan: 'small' }, name),
      ),
    done: async name =>
      await new UserView(world, frails.resource, name).copy('only'),
  },
  'secret that comes': {
    writes: ['patch secrets', 'create secrets'],
    act: name =>
      world.provider.create(core.secrets, {
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: provided(name),
        data: { a: 'MQ==' },
      }),
    done: name => world.consumer.get(core.secrets, secretKey(name)),
  },
  'secret that changes': {
    writes: ['patch secrets'],
    prepare: async name => {
      await slow['secret that comes']?.act(name);
      await eventually('the secret came', () =>
        world.consumer.get(core.secrets, secretKey(name)),
      );
    },
    act: name =>
      world.provider.mergePatch(core.secrets, provided(name), {
        data: { a: 'Mg==' },
      }),
    done: async name =>
      (await world.consumer.get(core.secrets, secretKey(name)))?.data?.a ===
      'Mg==',
  },
  'secret that goes': {
    writes: ['delete secrets'],
    prepare: name => slow['secret that changes']!.prepare!(name),
    act: name => world.provider.delete(core.secrets, provided(name)),
    done: async name =>
      !(await world.consumer.get(core.secrets, secretKey(name))),
  },
  'shared secret that comes': {
    writes: ['create secrets', 'patch secrets'],
    act: name => share(name),
    done: name => isShared(name, 'MQ=='),
  },
  'shared secret that changes': {
    writes: ['patch secrets'],
    prepare: name => shareOnce(name),
    act: name =>
      world.consumer.mergePatch(core.secrets, secretKey(name), {
        data: { a: 'Mg==' },
      }),
    done: name => isShared(name, 'Mg=='),
  },
  'shared secret that goes': {
    writes: ['patch apiservicebindings', 'delete secrets'],
    prepare: async name => {
      await shareOnce(name);
      await anew();
    },
    act: name => {
      deleted.add(name);
      return world.consumer.delete(core.secrets, secretKey(name));
    },
    // A konnector that did not see the deletion keeps the copy.
    done: async (name, crashed) =>
      !(await world.consumer.get(core.secrets, secretKey(name))) &&
      (crashed || !(await world.provider.get(core.secrets, provided(name)))),
  },
  'adopted secret that comes': {
    writes: ['create secrets', 'patch secrets'],
    act: name => makeSecret('Consumer', name, types.given),
    done: name => isOwnedBy('Provider', name),
  },
  'shared secret that is adopted': {
    writes: ['patch secrets'],
    prepare: name => shareOnce(name),
    act: name =>
      world.consumer.mergePatch(core.secrets, secretKey(name), {
        metadata: { labels: { adopt: 'yes' } },
      }),
    done: name => isOwnedBy('Provider', name),
  },
  'adopted secret that goes here': {
    writes: ['create secrets'],
    prepare: name => changedHands(name, 'Provider'),
    // It is the provider's and comes back.
    act: async name => {
      const before = await world.consumer.get(core.secrets, secretKey(name));
      uids.set(name, before?.metadata.uid);
      await world.consumer.delete(core.secrets, secretKey(name));
    },
    done: async name => {
      const now = await world.consumer.get(core.secrets, secretKey(name));
      return (
        now?.metadata.uid !== uids.get(name) && isOwnedBy('Provider', name)
      );
    },
  },
  'adopted secret that goes': {
    writes: ['delete secrets'],
    prepare: name => changedHands(name, 'Provider'),
    act: name => world.provider.delete(core.secrets, provided(name)),
    done: async name =>
      !(await world.consumer.get(core.secrets, secretKey(name))) &&
      !(await world.provider.get(core.secrets, provided(name))),
  },
  'donated secret that comes': {
    writes: ['create secrets', 'patch secrets'],
    act: name => makeSecret('Provider', name, types.taken),
    done: name => isOwnedBy('Consumer', name),
  },
  'donated secret that goes': {
    writes: ['patch apiservicebindings', 'delete secrets'],
    prepare: async name => {
      await changedHands(name, 'Consumer');
      await anew();
    },
    act: name => {
      deleted.add(name);
      return world.consumer.delete(core.secrets, secretKey(name));
    },
    // A konnector that did not see the deletion keeps the copy.
    done: async (name, crashed) =>
      !(await world.consumer.get(core.secrets, secretKey(name))) &&
      (crashed || !(await world.provider.get(core.secrets, provided(name)))),
  },
  unbind: {
    writes: [
      'patch frails',
      'patch apiservicebindings/status',
      'patch customresourcedefinitions',
      'patch apiservicebindings',
    ],
    prepare: () => onlyKept(),
    act: () => world.consumer.delete(world.bindingResource, binding),
    done: async () =>
      !(await isThere()) &&
      !(await frails.object(kept))?.metadata.finalizers?.length &&
      (await frails.copy(kept)),
    restore: async () => {
      await world.bind(crd, accepted);
      await world.ready(binding.name);
    },
  },
  bind: {
    writes: [
      'patch apiservicebindings',
      'apply customresourcedefinitions',
      'patch frails',
      'patch apiservicebindings/status',
    ],
    prepare: async () => {
      await onlyKept();
      await unbound();
    },
    act: () => world.bind(crd, accepted),
    done: async () => (await isServed()) && isUp(kept, 'small'),
  },
  'bind to an API that is new here': {
    writes: [
      'patch apiservicebindings',
      'apply customresourcedefinitions',
      'patch apiservicebindings/status',
    ],
    prepare: async () => {
      await onlyKept();
      await unbound();
      await world.consumer.delete(core.customResourceDefinitions, {
        name: binding.name,
      });
      await eventually('the CRD is gone', async () => {
        return !(await world.consumer.get(core.customResourceDefinitions, {
          name: binding.name,
        }));
      });
    },
    act: () => world.bind(crd, accepted),
    done: async () => (await isServed()) && Boolean(await frails.copy(kept)),
  },
};

const done =
  ({ done: ask }: Scenario, name: string, crashed: boolean) =>
  async () => {
    try {
      return await ask(name, crashed);
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  };

/** DELETEs of copies that nobody asked for. */
const forbidden = () =>
  world
    .writes('provider')
    .filter(({ verb, name }) => verb === 'delete' && !deleted.has(name ?? ''));

const crashOr = (what: string, ask: () => Promise<unknown>) =>
  eventually(
    `the crash, or ${what}`,
    async () => point.crashedAt ?? (!point.isDue && (await ask())),
    30_000,
  );
/** What is seen to be done may have a write left; those of these objects do not count. */
const sentinel = 'sentinel';
let sentinels = 0;
async function crashOrDrained(): Promise<void> {
  sentinels += 1;
  const name = `${sentinel}-${sentinels}`;
  await world.consumer.create(
    frails.resource,
    userObject(frails.resource, name),
  );
  await share(name);
  await crashOr('all is drained', async () => {
    const copy = await frails.copy(name);
    return copy && isShared(name, 'MQ==');
  });
}

/** What it crashed at, for the lists of what there is. */
const inWords = ({ verb, resource, subresource }: Call) =>
  subresource ? `${verb} ${resource}/${subresource}` : `${verb} ${resource}`;

/** Crashes at the n-th write, of all or of this kind. Undefined: there are fewer. */
async function survives(
  scenario: Scenario,
  write: number,
  when: 'before' | 'after',
  name: string,
  kind?: string,
): Promise<string | undefined> {
  await scenario.prepare?.(name);
  point.arm(
    write,
    when,
    call =>
      !call.name?.startsWith(sentinel) && (!kind || inWords(call) === kind),
  );
  await scenario.act(name);
  const isDone = done(scenario, name, false);
  await crashOr(`${name} is done`, isDone);
  if (!point.crashedAt && !scenario.restore) await crashOrDrained();
  point.disarm();
  const { crashedAt } = point;
  if (crashedAt) {
    await running.stop();
    start();
  }
  await eventually(
    `${name} is as it should be`,
    done(scenario, name, crashedAt !== undefined),
    40_000,
  );
  await scenario.restore?.();
  return crashedAt && inWords(crashedAt);
}

/**
 * Crashes at one write after the other, until there are no more. @returns at which.
 * Writes do not come in the same order each time, so those that were missed are taken one by one.
 */
async function survivesAll(
  what: string,
  scenario: Scenario,
  when: 'before' | 'after',
): Promise<string[]> {
  const points: string[] = [];
  const stem = `${what.replaceAll(' ', '-').toLowerCase()}-${when}`;
  for (let write = 1; ; write += 1) {
    const crashedAt = await survives(scenario, write, when, `${stem}-${write}`);
    if (!crashedAt) break;
    points.push(crashedAt);
  }
  const missed = scenario.writes.filter(kind => !points.includes(kind));
  for (const [index, kind] of missed.entries()) {
    const name = `${stem}-missed-${index}`;
    const crashedAt = await survives(scenario, 1, when, name, kind);
    if (crashedAt) points.push(crashedAt);
  }
  return points;
}

/** All writes that are known to belong to it are crashed at. */
async function check(what: string, scenario: Scenario): Promise<void> {
  for (const when of ['before', 'after'] as const) {
    const points = await survivesAll(what, scenario, when);
    expect(points).toEqual(expect.arrayContaining(scenario.writes));
  }
}

it.each(Object.keys(scenarios))(
  'crashes before and after every write of a %s change nothing in the end',
  async what => {
    await check(what, scenarios[what]!);
    expect(forbidden()).toEqual([]);
  },
  120_000,
);

const describeLong = process.env.KLUTCH_LONG ? describe : describe.skip;
describeLong('crashes before and after every write', () => {
  it.each(Object.keys(slow))(
    '%s',
    async what => {
      await check(what, slow[what]!);
      expect(forbidden()).toEqual([]);
    },
    600_000,
  );
});
