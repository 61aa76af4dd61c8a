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
  versions: [],
  clusters: [],
};

/** Runs the provider's task once, against a portal that answers as told. */
async function refresh(answers: Record<string, object | undefined>) {
  const answer = async (request: Request | URL | string) => {
    const { pathname } = new URL(
      request instanceof Request ? request.url : request,
    );
    const body = answers[pathname.split('/').at(-1) ?? ''];
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
  const scheduler = mockServices.scheduler.mock({
    createScheduledTaskRunner: () => ({ run }),
  });
  const provider = KlutchEntityProvider.fromConfig(
    new ConfigReader({ app: { baseUrl: 'http://portal.test' } }),
    {
      auth: mockServices.auth(),
      discovery: mockServices.discovery(),
      logger: mockServices.logger.mock(),
      scheduler,
    },
  );
  const applyMutation = jest.fn();
  await provider.connect({ applyMutation, refresh: jest.fn() });
  await run.mock.calls[0][0].fn(new AbortController().signal);
  return applyMutation;
}

describe('KlutchEntityProvider', () => {
  afterEach(() => jest.restoreAllMocks());

  it('brings all services and instances into the catalog', async () => {
    const applyMutation = await refresh({
      services: { items: [service], controlPlane: { reachable: true } },
      claims: { items: [], clusters: [] },
    });
    expect(applyMutation).toHaveBeenCalledWith({
      type: 'full',
      entities: [expect.objectContaining({ locationKey: 'klutch' })],
    });
  });

  it('takes nothing out while an app cluster is away', async () => {
    const applyMutation = await refresh({
      services: { items: [service], controlPlane: { reachable: true } },
      claims: {
        items: [],
        clusters: [
          { id: 'apps', title: 'Apps', reachability: { reachable: false } },
        ],
      },
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
      claims: { items: [], clusters: [] },
    });
    expect(applyMutation).not.toHaveBeenCalled();
  });
});
