import { ordersDbEntity } from '../__testUtils__/actionOptions';
import {
  apis,
  errorResponse,
  FakePortal,
  ordersDb,
  refOf,
} from '../__testUtils__/FakePortal';
import { FakeTask } from '../__testUtils__/FakeTask';
import { createApplyClaimAction } from './applyClaim';

const input = {
  ...ordersDb,
  spec: {
    service: 'a9s-postgresql15',
    plan: 'postgresql-single-nano',
    parameters: { workMem: '16MB' },
  },
};

const page =
  '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db';

describe('klutch:claim:apply', () => {
  let portal: FakePortal;
  let task: FakeTask;
  const run = (options?: Parameters<FakeTask['run']>[2], values = input) =>
    task.run(
      createApplyClaimAction({
        clientFor: async () => portal.client,
        mountPath: '/klutch',
      }),
      values,
      options,
    );

  beforeEach(() => {
    portal = new FakePortal();
    task = new FakeTask();
  });

  it('validates the claim on the app cluster before writing', async () => {
    await run();
    expect(portal.writes).toEqual([
      'create orders-db (dry run)',
      'create orders-db',
    ]);
    expect(task.outputs).toEqual({
      claimRef: 'apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
      path: page,
      entityRef: ordersDbEntity,
    });
  });

  it('names no entity for a claim that has none', async () => {
    const spec = { ...input.spec, instanceRef: 'orders-db' };
    await run({}, { ...refOf(apis.binding, 'web'), spec });
    expect(task.outputs).toEqual({
      claimRef: 'apps-dev/team-a/servicebindings.anynines.com/web',
      path: `${page}/connect`,
      secretName: 'web-creds',
    });
  });

  it('writes nothing in a dry run of the template', async () => {
    await run({ isDryRun: true });
    expect(portal.writes).toEqual(['create orders-db (dry run)']);
    expect(task.outputs).toMatchObject({ path: page });
  });

  it('reports the field that the cluster refuses, and writes nothing', async () => {
    portal.responses.set(
      'create orders-db (dry run)',
      errorResponse(422, 'The claim is not valid.', {
        causes: [{ field: 'spec.plan', message: 'not a plan of this service' }],
      }),
    );
    await expect(run()).rejects.toThrow(
      'The claim is not valid. spec.plan: not a plan of this service',
    );
    expect(portal.writes).toEqual(['create orders-db (dry run)']);
  });

  it('accepts the claim of an earlier attempt of the task, with the defaults that the cluster added', async () => {
    task.interruptedAt = 'created';
    await expect(run()).rejects.toThrow('interrupted');
    Object.assign(portal.find(ordersDb)?.spec.parameters ?? {}, {
      logStatement: 'none',
    });
    await run();
    expect(task.outputs).toMatchObject({ path: page });
  });

  it('writes nothing in a resumed task whose claim was stored', async () => {
    await run();
    portal.writes.length = 0;
    await run();
    expect(portal.writes).toEqual([]);
    expect(task.outputs).toMatchObject({ path: page });
  });

  it("says in a sentence that a name was taken before the task began, regardless of the claim's content", async () => {
    portal.add(ordersDb, { spec: input.spec });
    const sentence =
      'PostgreSQL "orders-db" exists already on Apps. Choose another name. metadata.name: This name is taken.';
    await expect(run()).rejects.toMatchObject({
      name: 'ConflictError',
      message: sentence,
      stack: `ConflictError: ${sentence}`,
    });
  });

  it('does not adopt an equal claim that appears in the same attempt', async () => {
    portal.onWrite = write => {
      if (write === 'create orders-db') {
        portal.add(ordersDb, { spec: input.spec });
      }
    };
    await expect(run()).rejects.toThrow('exists already');
  });

  it.each([
    ['of another owner', { owner: 'user:default/bob' }],
    ['for another component', { component: 'component:default/shop' }],
    ['of another system', { system: 'system:default/shop' }],
    ['with another spec', { spec: { ...input.spec, plan: 'big' } }],
    ['that is being deleted', { deleting: true }],
  ])('does not adopt a claim %s in a resumed task', async (_, other) => {
    portal.responses.set(
      'create orders-db',
      errorResponse(503, 'Apps is unreachable now.'),
    );
    await expect(run()).rejects.toThrow('Apps is unreachable now.');
    portal.add(ordersDb, { spec: input.spec, ...other });
    await expect(run()).rejects.toThrow('exists already');
  });
});
