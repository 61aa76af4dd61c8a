/**
 * The konnector crashes before and after every single write, and another one takes over: nothing is lost, made twice or
 * deleted that nobody deleted; on two real clusters.
 */
import { core, isNotFound, type Unstructured } from '@klutch/kube';
import type { PermissionClaim } from '@klutch/bind-api';
import { annotations } from '../../markers';
import { eventually } from '../__testUtils__/clusterSetup';
import { resourceOfCrd, testCrd, userObject } from '../__testUtils__/thingCrd';
import {
  TwoClusters,
  type RunningKonnector,
} from '../__testUtils__/twoClusters';
import { UserView } from '../__testUtils__/userView';
import { CrashPoint } from './CrashPoint';

const crd = testCrd('frails', 'Frail');
const binding = { namespace: 'klutch-bind', name: 'frails.example.com' };
const claims: PermissionClaim[] = [
  { resource: 'secrets', version: 'v1', selector: { owner: 'Provider' } },
];
const accepted = claims.map(claim => ({
  ...claim,
  state: 'Accepted' as const,
}));
const finalizer = 'klutch.anynines.com/syncer';
/** Many deletions, and a breaker that writes each time. */
const deletionLimits = { count: 100, share: 0, windowMs: 600_000 };

let world: TwoClusters;
let frails: UserView;
let running: RunningKonnector;
let point: CrashPoint;
/** Objects whose copies somebody deleted on purpose. */
const deleted = new Set<string>();

function start(): void {
  point = new CrashPoint();
  const { faults } = point;
  running = world.startKonnector({
    deletionLimits,
    connect: world.faulty({ provider: faults, consumer: faults }),
  });
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
  /** Before the konnector may crash. */
  prepare?: (name: string) => Promise<unknown>;
  act: (name: string) => Promise<unknown>;
  /** All is as it should be in the end. */
  done: (name: string) => Promise<unknown>;
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
const isServed = async () => {
  const { Ready, Connected, Syncing } = await world.conditions(binding.name);
  return Ready === 'True' && Connected === 'True' && Syncing === 'True';
};

const scenarios: Record<string, Scenario> = {
  create: {
    act: name =>
      world.consumer.create(frails.resource, userObject(frails.resource, name)),
    done: name => isUp(name, 'small'),
  },
  update: {
    prepare: name => frails.create(name),
    act: name => frails.patch(name, { spec: { plan: 'big' } }),
    done: name => isUp(name, 'big'),
  },
  status: {
    prepare: name => frails.create(name),
    act: name => frails.setStatus(name, { phase: 'Ready' }),
    done: async name =>
      (await frails.object(name))?.status?.phase === 'Ready' &&
      isUp(name, 'small'),
  },
  delete: {
    prepare: name => frails.create(name),
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
    prepare: name => slow['secret that changes']!.prepare!(name),
    act: name => world.provider.delete(core.secrets, provided(name)),
    done: async name =>
      !(await world.consumer.get(core.secrets, secretKey(name))),
  },
  unbind: {
    prepare: name => frails.create(name),
    act: () => world.consumer.delete(world.bindingResource, binding),
    done: async name =>
      !(await world.consumer.get(world.bindingResource, binding)) &&
      !(await frails.object(name))?.metadata.finalizers?.length &&
      (await frails.copy(name)),
    restore: async () => {
      await world.bind(crd, accepted);
      await eventually('it is bound again', isServed, 30_000);
    },
  },
  bind: {
    prepare: async name => {
      await frails.create(name);
      await world.consumer.delete(world.bindingResource, binding);
      await eventually('the binding is gone', async () => {
        return !(await world.consumer.get(world.bindingResource, binding));
      });
    },
    act: () => world.bind(crd, accepted),
    done: async name => (await isServed()) && isUp(name, 'small'),
  },
  'bind to an API that is new here': {
    prepare: async name => {
      await frails.create(name);
      await world.consumer.delete(world.bindingResource, binding);
      await eventually('the binding is gone', async () => {
        return !(await world.consumer.get(world.bindingResource, binding));
      });
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
    done: async name => (await isServed()) && Boolean(await frails.copy(name)),
  },
};

const done =
  ({ done: ask }: Scenario, name: string) =>
  async () => {
    try {
      return await ask(name);
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  };

/** DELETEs of copies that nobody asked for. */
const forbidden = () =>
  world
    .writes('provider')
    .filter(
      ({ verb, resource, name }) =>
        verb === 'delete' &&
        (resource !== crd.spec.names.plural || !deleted.has(name ?? '')),
    );

/** Crashes at the n-th write. False: there are fewer. */
async function survives(
  scenario: Scenario,
  write: number,
  when: 'before' | 'after',
  name: string,
): Promise<boolean> {
  await scenario.prepare?.(name);
  point.arm(write, when);
  await scenario.act(name);
  const isDone = done(scenario, name);
  await eventually(
    `${name}: the crash, or the end`,
    async () => point.crashedAt ?? (await isDone()),
    30_000,
  );
  point.disarm();
  const crashed = point.crashedAt !== undefined;
  if (crashed) {
    await running.stop();
    start();
  }
  await eventually(`${name} is as it should be`, isDone, 40_000);
  await scenario.restore?.();
  expect(forbidden()).toEqual([]);
  return crashed;
}

/** @returns how many writes there are. */
async function survivesAll(what: string, scenario: Scenario): Promise<number> {
  let writes = 0;
  for (const when of ['before', 'after'] as const) {
    let write = 1;
    const nameOf = () =>
      `${what.replaceAll(' ', '-').toLowerCase()}-${when}-${write}`;
    while (await survives(scenario, write, when, nameOf())) write += 1;
    writes += write - 1;
  }
  return writes;
}

it.each(Object.keys(scenarios))(
  'crashes before and after every write of a %s change nothing in the end',
  async what => {
    expect(await survivesAll(what, scenarios[what]!)).toBeGreaterThan(0);
  },
  120_000,
);

const describeLong = process.env.KLUTCH_LONG ? describe : describe.skip;
describeLong('crashes before and after every write', () => {
  it.each(Object.keys(slow))(
    '%s',
    async what => {
      expect(await survivesAll(what, slow[what]!)).toBeGreaterThan(0);
    },
    600_000,
  );
});
