import { catalogServiceMock } from '@backstage/plugin-catalog-node/testUtils';
import { actionOptions, ordersDbEntity } from '../__testUtils__/actionOptions';
import {
  apis,
  errorResponse,
  FakePortal,
  ordersDb,
  refOf,
} from '../__testUtils__/FakePortal';
import { FakeTask } from '../__testUtils__/FakeTask';
import { createDeleteInstanceAction } from './deleteInstance';

const instance = 'apps-dev/team-a/postgresqlinstances.anynines.com/orders-db';
const web = refOf(apis.binding, 'web');

describe('klutch:instance:delete', () => {
  let portal: FakePortal;
  let task: FakeTask;
  const run = (
    values: { deleteBindings?: boolean } = {},
    options?: Parameters<FakeTask['run']>[2],
  ) =>
    task.run(
      createDeleteInstanceAction(actionOptions(portal)),
      { instance, ...values },
      options,
    );

  beforeEach(() => {
    portal = new FakePortal();
    portal.add(ordersDb);
    task = new FakeTask();
  });

  it('deletes an instance', async () => {
    await run();
    expect(portal.writes).toEqual(['delete orders-db']);
    expect(task.outputs).toEqual({ claimRef: instance });
  });

  it('keeps an instance with service bindings, and names them', async () => {
    portal.add(web);
    await expect(run()).rejects.toThrow(
      'orders-db has service bindings, whose credentials would no longer work: web. Set deleteBindings to delete them, too.',
    );
    expect(portal.writes).toEqual([]);
  });

  it('deletes the instance after its service bindings are gone', async () => {
    portal.add(web);
    let binding: unknown = 'not read';
    portal.onWrite = write => {
      if (write === 'delete orders-db') binding = portal.find(web);
    };
    await run({ deleteBindings: true });
    expect(binding).toBeUndefined();
    expect(portal.writes).toEqual(['delete web', 'delete orders-db']);
    expect(task.logs).toContain('web: Deleting');
  });

  it.each([
    ['the instance', ordersDb, 'orders-db'],
    ['a service binding', web, 'web'],
  ])('deletes nothing when %s is protected', async (_, ref, name) => {
    portal.add(web);
    portal.add(ref, { protected: true });
    await expect(run({ deleteBindings: true })).rejects.toThrow(
      `Protected from deletion: ${name}. Nothing was deleted.`,
    );
    expect(portal.writes).toEqual([]);
  });

  it('knows the service bindings of all pages', async () => {
    portal.pageSize = 1;
    portal.add(web);
    portal.add(refOf(apis.binding, 'worker'));
    await expect(run()).rejects.toThrow('no longer work: web, worker.');
  });

  it.each([false, true])(
    'keeps the instance for a service binding that was ordered after the interruption, with deleteBindings: %s',
    async deleteBindings => {
      portal.responses.set('delete orders-db', errorResponse(503, 'away'));
      await expect(run({ deleteBindings })).rejects.toThrow('away');
      portal.writes.length = 0;
      portal.add(web);
      await expect(run({ deleteBindings })).rejects.toMatchObject({
        name: 'ConflictError',
        message:
          'orders-db has service bindings that were ordered after this step began: web. orders-db was not deleted. Start the template again with deleteBindings to delete them, too, or delete them and retry the task.',
      });
      expect(portal.writes).toEqual([]);
    },
  );

  it('keeps the instance for a service binding that is ordered while others are deleted', async () => {
    portal.add(web);
    portal.onWrite = () => portal.add(refOf(apis.binding, 'worker'));
    await expect(run({ deleteBindings: true })).rejects.toThrow(
      'ordered after this step began: worker.',
    );
    expect(portal.writes).toEqual(['delete web']);
  });

  it('deletes nothing while not all service bindings are known', async () => {
    portal.complete = false;
    await expect(run()).rejects.toThrow('not all known at the moment');
    expect(portal.writes).toEqual([]);
  });

  it('fails for an instance that does not exist', async () => {
    portal.progress(ordersDb, 'gone');
    await expect(run()).rejects.toMatchObject({ name: 'NotFoundError' });
  });

  it('refuses a claim that is no instance', async () => {
    portal.add(ordersDb, { type: 'backup' });
    await expect(run()).rejects.toThrow('orders-db is no service instance.');
    expect(portal.writes).toEqual([]);
  });

  it('deletes nothing in a dry run of the template, and says what it would', async () => {
    portal.add(web);
    await run({ deleteBindings: true }, { isDryRun: true });
    expect(portal.writes).toEqual([]);
    expect(task.logs).toEqual(['Would be deleted: web, orders-db.']);
  });

  it('succeeds in a resumed task whose earlier attempt deleted the instance', async () => {
    task.interruptedAt = 'deleted';
    await expect(run()).rejects.toThrow('interrupted');
    portal.progress(ordersDb, 'gone');
    await run();
    expect(portal.writes).toEqual(['delete orders-db']);
  });

  it('ignores service bindings of an instance that an earlier attempt deleted', async () => {
    task.interruptedAt = 'deleted';
    await expect(run()).rejects.toThrow('interrupted');
    portal.add(web);
    await run();
    expect(portal.writes).toEqual(['delete orders-db']);
  });

  it('resumes a task whose entity is gone from the catalog', async () => {
    const input = { instance: ordersDbEntity };
    const options = actionOptions(portal);
    task.interruptedAt = 'deleted';
    await expect(
      task.run(createDeleteInstanceAction(options), input),
    ).rejects.toThrow('interrupted');
    const catalog = catalogServiceMock();
    await task.run(createDeleteInstanceAction({ ...options, catalog }), input);
    expect(task.outputs).toEqual({ claimRef: instance });
  });

  it('keeps a new instance and a new service binding of the same names in a resumed task', async () => {
    portal.add(web);
    task.interruptedAt = 'deleted';
    await expect(run({ deleteBindings: true })).rejects.toThrow('interrupted');
    portal.progress(ordersDb);
    portal.add(ordersDb);
    portal.add(web);
    portal.writes.length = 0;
    await run({ deleteBindings: true });
    expect(portal.writes).toEqual([]);
  });
});
