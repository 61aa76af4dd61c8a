import { createMockActionContext } from '@backstage/plugin-scaffolder-node-test-utils';
import { createKlutchClient } from '@klutch/backstage-plugin-klutch-common';
import { stringify } from 'yaml';
import { createApplyClaimAction } from './applyClaim';

const input = {
  cluster: 'apps-dev',
  namespace: 'team-a',
  resource: 'postgresqlinstances.anynines.com',
  name: 'orders-db',
  spec: { service: 'a9s-postgresql15', plan: 'postgresql-single-nano' },
};

type FakeResponse = { status: number; body: object };

/** A fake REST interface with the given responses that records its requests. */
function portal(answer: (request: Request) => FakeResponse) {
  const asked: string[] = [];
  const client = createKlutchClient({
    baseUrl: 'http://portal.test/api/klutch',
    fetch: async request => {
      asked.push(`${request.method} ${new URL(request.url).search}`);
      const { status, body } = answer(request);
      return new Response(JSON.stringify(body), {
        status,
        headers: { 'content-type': 'application/json' },
      });
    },
  });
  return {
    asked,
    action: createApplyClaimAction({ clientFor: async () => client }),
  };
}

const existingClaim = (spec: object, deleting = false): FakeResponse => ({
  status: 200,
  body: { deleting, manifest: stringify({ kind: 'PostgresqlInstance', spec }) },
});

const conflict: FakeResponse = {
  status: 409,
  body: {
    error: { name: 'ConflictError', message: 'orders-db exists already.' },
  },
};

describe('klutch:claim:apply', () => {
  it('validates the claim on the app cluster before writing', async () => {
    const { asked, action } = portal(() => ({ status: 201, body: {} }));
    const output = jest.fn();
    await action.handler({ ...createMockActionContext({ input }), output });
    expect(asked).toEqual(['POST ?dryRun=true', 'POST ?dryRun=false']);
    expect(output).toHaveBeenCalledWith(
      'path',
      '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
    );
    expect(output).toHaveBeenCalledWith(
      'entityRef',
      'resource:default/apps-dev_team-a_postgresqlinstances.anynines.com_orders-db',
    );
  });

  it('writes nothing in a dry run of the template', async () => {
    const { asked, action } = portal(() => ({ status: 201, body: {} }));
    await action.handler({
      ...createMockActionContext({ input }),
      isDryRun: true,
    });
    expect(asked).toEqual(['POST ?dryRun=true']);
  });

  it('reports the field that the cluster refuses, and writes nothing', async () => {
    const { asked, action } = portal(() => ({
      status: 422,
      body: {
        error: {
          name: 'InputError',
          message: 'The claim is not valid.',
          causes: [
            { field: 'spec.plan', message: 'not a plan of this service' },
          ],
        },
      },
    }));
    await expect(
      action.handler(createMockActionContext({ input })),
    ).rejects.toThrow(
      'The claim is not valid. spec.plan: not a plan of this service',
    );
    expect(asked).toEqual(['POST ?dryRun=true']);
  });

  it('accepts a claim of an earlier attempt of the task', async () => {
    const { action } = portal(request => {
      if (request.method === 'GET') {
        return existingClaim({
          ...input.spec,
          compositionRef: { name: 'default' },
        });
      }
      return request.url.endsWith('dryRun=true')
        ? { status: 201, body: {} }
        : conflict;
    });
    await expect(
      action.handler(createMockActionContext({ input })),
    ).resolves.toBeUndefined();
  });

  it("refuses a name that was taken before the task began, regardless of the claim's content", async () => {
    const { action } = portal(request =>
      request.method === 'GET' ? existingClaim(input.spec) : conflict,
    );
    await expect(
      action.handler(createMockActionContext({ input })),
    ).rejects.toThrow('orders-db exists already.');
  });

  it('does not adopt a claim that is being deleted', async () => {
    const { action } = portal(request =>
      request.method === 'GET' ? existingClaim(input.spec, true) : conflict,
    );
    await expect(
      action.handler(createMockActionContext({ input })),
    ).rejects.toThrow('orders-db exists already.');
  });

  it('refuses a name that another claim has', async () => {
    const { action } = portal(request =>
      request.method === 'GET'
        ? existingClaim({ ...input.spec, plan: 'postgresql-single-big' })
        : conflict,
    );
    await expect(
      action.handler(createMockActionContext({ input })),
    ).rejects.toThrow('orders-db exists already.');
  });
});
