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

/** Lets all pending promises settle first. */
const flushEventLoop = async () => {
  for (let turn = 0; turn < 100; turn++) await new Promise(setImmediate);
};

/** Connects the provider to a fake portal with the given responses. */
async function connect(
  answers: FakeResponses,
  delay: (list: string) => Promise<void> = async () => {},
) {
  const answer = async (request: Request | URL | string) => {
    const { pathname, searchParams } = new URL(
      request instanceof Request ? request.url : request,
    );
    const list =
      (pathname.split('/').at(-1) ?? '') + (searchParams.get('cursor') ?? '');
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

  it('writes all services and instances to the catalog', async () => {
    const applyMutation = await refresh({
      services: { items: [service], controlPlane: { reachable: true } },
      claims: { items: [], clusters: [], complete: true },
    });
    expect(applyMutation).toHaveBeenCalledWith({
      type: 'full',
      entities: [expect.objectContaining({ locationKey: 'klutch' })],
    });
  });

  it('reads all pages, and removes nothing unless all are complete', async () => {
    const instance = (name: string) => ({
      cluster: 'apps-dev',
      namespace: 'team-a',
      resource: service.resource,
      kind: service.kind,
      type: 'instance',
      name,
      uid: name,
      state: 'Ready',
      stateText: 'Ready',
      createdAt: '2026-01-01T00:00:00Z',
      deleting: false,
    });
    const pages = (isLastComplete: boolean) => ({
      services: { items: [], controlPlane: { reachable: true } },
      claims: {
        items: [instance('a')],
        complete: true,
        nextCursor: '-second',
      },
      'claims-second': { items: [instance('b')], complete: isLastComplete },
    });
    const entity = (name: string) =>
      expect.objectContaining({
        entity: expect.objectContaining({
          metadata: expect.objectContaining({ title: name }),
        }),
      });
    expect(await refresh(pages(true))).toHaveBeenCalledWith({
      type: 'full',
      entities: [entity('a'), entity('b')],
    });
    expect(await refresh(pages(false))).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'delta' }),
    );
  });

  it('removes nothing while the list may be incomplete', async () => {
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

  it('keeps the catalog unchanged when the list fails', async () => {
    const applyMutation = await refresh({
      services: { items: [service], controlPlane: { reachable: true } },
    });
    expect(applyMutation).not.toHaveBeenCalled();
  });

  it('keeps the catalog unchanged while the control plane is unreachable', async () => {
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
    // Only the first response is delayed, and holds the state at the time of its request.
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

  it('refreshes once for many change notifications', async () => {
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
