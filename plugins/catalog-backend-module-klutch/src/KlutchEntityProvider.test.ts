import { mockServices } from '@backstage/backend-test-utils';
import { ConfigReader } from '@backstage/config';
import { KlutchEntityProvider } from './KlutchEntityProvider';

const service = {
  resource: 'postgresqlinstances.anynines.com',
  kind: 'PostgresqlInstance',
  type: 'instance',
  title: 'PostgreSQL',
  description: 'Relational database',
  icon: 'postgresql',
  offered: true,
  versions: [],
  clusters: [],
};

type FakeResponses = Record<string, object | undefined>;

/** Later than everything that does not wait for it itself. */
const flushEventLoop = async () => {
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
};

/** Connects the provider to a portal that answers as told. */
async function connect(
  answers: FakeResponses,
  delay: (list: string) => Promise<void> = async () => {},
) {
  const answer = async (request: Request | URL | string) => {
    const { pathname } = new URL(
      request instanceof Request ? request.url : request,
    );
    const list = pathname.split('/').at(-1) ?? '';
    const body = answers[list];
    await delay(list);
    return new Response(
      JSON.stringify(
        body ?? { error: { name: 'ServiceUnavailableError', message: 'away' } },
      ),
      {
        status: body ? 200 : 503,
        headers: { 'content-type': 'application/json' },
      },
    );
  };
  jest.spyOn(global, 'fetch').mockImplementation(answer);
  const run = jest.fn();
  const events = mockServices.events();
  const provider = KlutchEntityProvider.fromConfig(
    new ConfigReader({ app: { baseUrl: 'http://portal.test/' } }),
    {
      auth: mockServices.auth(),
      discovery: mockServices.discovery(),
      events,
      logger: mockServices.logger.mock(),
      scheduler: mockServices.scheduler.mock({
        createScheduledTaskRunner: () => ({ run }),
      }),
    },
  );
  let resolve = () => {};
  const applied = new Promise<void>(settle => {
    resolve = settle;
  });
  const applyMutation = jest.fn(async () => resolve());
  await provider.connect({ applyMutation, refresh: jest.fn() });
  const runTask = () => run.mock.calls[0][0].fn(new AbortController().signal);
  return { applyMutation, applied, runTask, events };
}

/** Runs the provider's task once. */
async function refresh(answers: FakeResponses) {
  const { applyMutation, runTask } = await connect(answers);
  await runTask();
  return applyMutation;
}

describe('KlutchEntityProvider', () => {
  afterEach(() => jest.restoreAllMocks());

  it('brings all services and instances into the catalog', async () => {
    const applyMutation = await refresh({
      services: { items: [service], controlPlane: { reachable: true } },
      claims: { items: [], clusters: [], complete: true },
    });
    expect(applyMutation).toHaveBeenCalledWith({
      type: 'full',
      entities: [expect.objectContaining({ locationKey: 'klutch' })],
    });
  });

  it('takes nothing out while instances may be missing from the list', async () => {
    const applyMutation = await refresh({
      services: { items: [service], controlPlane: { reachable: true } },
      claims: { items: [], clusters: [], complete: false },
    });
    expect(applyMutation).toHaveBeenCalledWith({
      type: 'delta',
      added: [expect.objectContaining({ locationKey: 'klutch' })],
      removed: [],
    });
  });

  it('keeps what the catalog has when the list fails', async () => {
    const applyMutation = await refresh({
      services: { items: [service], controlPlane: { reachable: true } },
    });
    expect(applyMutation).not.toHaveBeenCalled();
  });

  it('keeps what the catalog has while the control plane is away', async () => {
    const applyMutation = await refresh({
      services: { items: [], controlPlane: { reachable: false } },
      claims: { items: [], clusters: [], complete: true },
    });
    expect(applyMutation).not.toHaveBeenCalled();
  });

  it('R22: never replaces a list by one that was read before it', async () => {
    const answers: FakeResponses = {
      services: { items: [service], controlPlane: { reachable: true } },
      claims: { items: [], clusters: [], complete: true },
    };
    let asked = 0;
    // Only the first answer is late, and holds what was there when it was asked for.
    const delay = async (list: string) => {
      if (list === 'services' && ++asked === 1) await flushEventLoop();
    };
    const { applyMutation, runTask } = await connect(answers, delay);
    const first = runTask();
    while (asked === 0) await new Promise(setImmediate);
    answers.services = { items: [], controlPlane: { reachable: true } };
    await Promise.all([first, runTask()]);
    expect(applyMutation).toHaveBeenCalledTimes(2);
    expect(applyMutation).toHaveBeenLastCalledWith({
      type: 'full',
      entities: [],
    });
  });

  it('looks once when the portal tells of many changes', async () => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
    const { applyMutation, applied, events } = await connect({
      services: { items: [service], controlPlane: { reachable: true } },
      claims: { items: [], clusters: [], complete: true },
    });
    for (let i = 0; i < 5; i++) {
      await events.publish({
        topic: 'klutch.changes',
        eventPayload: { topic: 'platform' },
      });
    }
    await jest.advanceTimersByTimeAsync(2_000);
    jest.useRealTimers();
    await applied;
    expect(applyMutation).toHaveBeenCalledTimes(1);
  });
});
