import { core } from '../resources';
import { createIfAbsent, deleteIfSame } from './sharedWrites';
import { apiErrorFromStatus } from './status';

const error = (code: number, reason: string) =>
  apiErrorFromStatus(code, {
    apiVersion: 'v1',
    kind: 'Status',
    reason,
    code,
  });
const secret = {
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { namespace: 'a', name: 'b', uid: 'c' },
};

describe('createIfAbsent', () => {
  const client = { create: jest.fn() };
  const options = { fieldManager: 'm' };
  const create = () => createIfAbsent(client, core.secrets, secret, options);

  it('returns whether the object was created', async () => {
    client.create.mockResolvedValueOnce(secret);
    expect(await create()).toBe(true);
    expect(client.create).toHaveBeenCalledWith(core.secrets, secret, options);
    client.create.mockRejectedValueOnce(error(409, 'AlreadyExists'));
    expect(await create()).toBe(false);
  });

  it('throws any other error', async () => {
    const conflict = error(409, 'Conflict');
    client.create.mockRejectedValueOnce(conflict);
    await expect(create()).rejects.toBe(conflict);
  });
});

describe('deleteIfSame', () => {
  const client = { delete: jest.fn() };
  const remove = (metadata: object = secret.metadata) =>
    deleteIfSame(client, core.secrets, { metadata });

  it.each([
    ['by its UID', secret.metadata, 'c'],
    ['never unconditionally', { namespace: 'a', name: 'b' }, ''],
  ])('deletes the object %s', async (_, metadata, uid) => {
    await remove(metadata);
    expect(client.delete).toHaveBeenLastCalledWith(
      core.secrets,
      { namespace: 'a', name: 'b' },
      { preconditions: { uid } },
    );
  });

  it('keeps a newer object of that name', async () => {
    client.delete.mockRejectedValueOnce(error(409, 'Conflict'));
    await expect(remove()).resolves.toBeUndefined();
  });

  it('throws any other error', async () => {
    const forbidden = error(403, 'Forbidden');
    client.delete.mockRejectedValueOnce(forbidden);
    await expect(remove()).rejects.toBe(forbidden);
  });
});
