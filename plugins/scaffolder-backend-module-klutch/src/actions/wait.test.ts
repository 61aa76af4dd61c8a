import { actionOptions, ordersDbEntity } from '../__testUtils__/actionOptions';
import {
  apis,
  errorResponse,
  FakePortal,
  ordersDb,
  refOf,
} from '../__testUtils__/FakePortal';
import { FakeTask } from '../__testUtils__/FakeTask';
import { createWaitAction } from './wait';

const claim = 'apps-dev/team-a/postgresqlinstances.anynines.com/orders-db';
const waiting = {
  state: 'Waiting',
  stateText: 'Waiting for konnector',
} as const;
const creating = { state: 'Creating', stateText: 'Creating' } as const;
const ready = { state: 'Ready', stateText: 'Ready' } as const;

type Input = Parameters<
  ReturnType<typeof createWaitAction>['handler']
>[0]['input'];

describe('klutch:wait', () => {
  let portal: FakePortal;
  let task: FakeTask;
  const run = (
    values: Partial<Input> = {},
    options?: Parameters<FakeTask['run']>[2],
  ) =>
    task.run(
      createWaitAction(actionOptions(portal)),
      { claim, ...values },
      options,
    );

  beforeEach(() => {
    portal = new FakePortal();
    task = new FakeTask();
  });

  it('waits until a claim is ready, with a log line for each change of its state', async () => {
    portal.add(ordersDb, waiting);
    portal.progress(ordersDb, {}, creating, {}, ready);
    await run();
    expect(task.logs).toEqual([
      'orders-db: Waiting for konnector',
      'orders-db: Creating',
      'orders-db: Ready',
    ]);
    expect(task.outputs).toEqual({ claimRef: claim });
  });

  it('returns the Secret of a service binding', async () => {
    portal.add(refOf(apis.binding, 'web'), { secretName: 'web-secret' });
    await run({ claim: 'apps-dev/team-a/servicebindings.anynines.com/web' });
    expect(task.outputs).toMatchObject({ secretName: 'web-secret' });
  });

  it('takes the entity ref of an instance', async () => {
    portal.add(ordersDb);
    await run({ claim: ordersDbEntity });
    expect(task.outputs).toEqual({ claimRef: claim });
  });

  it("fails with the claim's message and state when the claim fails", async () => {
    portal.add(ordersDb, waiting);
    const message = 'quota exceeded';
    portal.progress(
      ordersDb,
      {},
      { state: 'Failed', stateText: 'Failed', message },
    );
    const sentence =
      'PostgresqlInstance orders-db is in state Failed: quota exceeded';
    await expect(run()).rejects.toMatchObject({
      message: sentence,
      stack: `Error: ${sentence}`,
    });
  });

  it('fails for a claim that is being deleted', async () => {
    portal.add(ordersDb, { ...waiting, deleting: true });
    await expect(run()).rejects.toThrow('orders-db is being deleted');
  });

  it('fails for a claim that does not exist', async () => {
    await expect(run()).rejects.toThrow(
      'postgresqlinstances.anynines.com orders-db does not exist in namespace team-a on apps-dev.',
    );
  });

  it('fails after the timeout, with the last state', async () => {
    portal.add(ordersDb, creating);
    await expect(run({ timeout: { seconds: 0.02 } })).rejects.toThrow(
      'orders-db is not ready after 0.02 seconds (Creating).',
    );
  });

  it('goes on while the portal or the app cluster is unreachable', async () => {
    portal.add(ordersDb);
    portal.responses.set(
      'read orders-db',
      errorResponse(503, 'Apps is unreachable.'),
    );
    await run();
    expect(task.logs).toEqual([
      'orders-db: Apps is unreachable.',
      'orders-db: Ready',
    ]);
  });

  it('ends when the portal refuses', async () => {
    portal.responses.set(
      'read orders-db',
      errorResponse(403, 'You may not see services.'),
    );
    await expect(run()).rejects.toThrow('You may not see services.');
  });

  it('ends when the task is cancelled', async () => {
    portal.add(ordersDb, creating);
    const controller = new AbortController();
    const waited = run({}, { signal: controller.signal });
    controller.abort();
    await expect(waited).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('reads nothing in a dry run of the template', async () => {
    await run({}, { isDryRun: true });
    expect(task.outputs).toEqual({ claimRef: claim });
  });

  it('waits until a claim is gone', async () => {
    portal.add(ordersDb, {
      deleting: true,
      state: 'Deleting',
      stateText: 'Deleting',
    });
    portal.progress(ordersDb, {}, {}, 'gone');
    await run({ until: 'gone' });
    expect(task.logs).toEqual(['orders-db: Deleting', 'orders-db: gone']);
  });

  it('waits until a claim is gone that cannot be read at first', async () => {
    portal.add(ordersDb);
    portal.progress(ordersDb, {}, { uid: 'another' });
    portal.responses.set(
      'read orders-db',
      errorResponse(503, 'Apps is unreachable.'),
    );
    await run({ until: 'gone' });
    expect(task.logs).toEqual([
      'orders-db: Apps is unreachable.',
      'orders-db: Ready',
    ]);
    expect(portal.find(ordersDb)?.uid).toBe('another');
  });

  it('goes on waiting for the same claim in a resumed task', async () => {
    portal.add(ordersDb);
    await expect(
      run({ until: 'gone', timeout: { seconds: 0.02 } }),
    ).rejects.toThrow('orders-db is not gone');
    portal.add(ordersDb);
    await run({ until: 'gone' });
    expect(task.outputs).toEqual({ claimRef: claim });
  });

  it('does not wait for a later claim of the same name to be gone', async () => {
    portal.add(ordersDb);
    portal.progress(ordersDb, {}, {}, { uid: 'another' });
    await run({ until: 'gone' });
    expect(portal.find(ordersDb)?.uid).toBe('another');
  });

  it('does not take an unknown app cluster for a claim that is gone', async () => {
    portal.responses.set(
      'read orders-db',
      errorResponse(404, 'There is no app cluster "apps-dev".', {
        reason: 'AppClusterNotFound',
      }),
    );
    await expect(run({ until: 'gone' })).rejects.toThrow(
      'There is no app cluster "apps-dev".',
    );
  });
});
