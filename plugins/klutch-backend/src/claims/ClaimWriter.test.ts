import { mockCredentials } from '@backstage/backend-test-utils';
import { deletionRefusal, labels } from '@klutch/bind-api';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { ApiError } from '@klutch/kube';
import { Grant } from '../permissions/Grant';
import { ClaimWriter, type ClaimWriterOptions } from './ClaimWriter';

const ref = {
  cluster: 'apps-dev',
  namespace: 'team-a',
  resource: 'sqls.g.io',
  name: 'db',
};
const caller = { credentials: mockCredentials.user() };
const api = { group: 'g.io', version: 'v1', plural: 'sqls', kind: 'Sql' };
const asRead = { uid: 'u', resourceVersion: '1' };
const conflict = new ApiError({
  code: 409,
  reason: 'Conflict',
  message: 'the resourceVersion does not match',
});

/** Changes or deletes a claim that is read with these metadata, one after the other; its API is not described. */
function writerOf(...versions: object[]) {
  const remove = jest.fn(
    async (_resource: unknown, _ref: unknown, _options: object) => 'deleted',
  );
  const record = jest.fn();
  const readLive = jest.fn();
  for (const metadata of versions) readLive.mockResolvedValueOnce({ metadata });
  const all = new Grant(undefined, () => new Error('refused'));
  const target = {
    cluster: { title: 'Apps', client: { as: () => ({ delete: remove }) } },
    info: { api, title: 'SQL', type: 'instance' },
    ref,
  };
  const person = {
    userRef: 'user:default/alice',
    kubernetes: { user: 'alice' },
  };
  const writer = new ClaimWriter({
    activity: { record },
    locator: {
      locateFor: async () => ({ grant: all, readGrant: all, person, target }),
      requireDescribed: () => {
        throw new Error('not described');
      },
    },
    reader: { readLive, detail: () => ref },
  } as unknown as ClaimWriterOptions);
  return {
    record,
    remove,
    change: (change: Schemas['ClaimChange']) =>
      writer.update(caller, ref, change, false),
    run: () => writer.delete(caller, ref, ref.name),
  };
}

describe('a deletion', () => {
  it('is of the object that was decided on', async () => {
    const { record, remove, run } = writerOf(asRead);
    await run();
    expect(remove.mock.calls.map(([, , options]) => options)).toEqual([
      { preconditions: asRead },
    ]);
    expect(record).toHaveBeenCalledTimes(1);
  });

  it('is decided again when the object has changed', async () => {
    const changed = { ...asRead, resourceVersion: '2' };
    const { remove, run } = writerOf(asRead, changed);
    remove.mockRejectedValueOnce(conflict);
    await run();
    expect(remove).toHaveBeenLastCalledWith(expect.anything(), ref, {
      preconditions: changed,
    });
  });

  it('is refused when the object became protected meanwhile', async () => {
    const { record, remove, run } = writerOf(asRead, {
      labels: { [labels.deletionProtection]: 'true' },
    });
    remove.mockRejectedValueOnce(conflict);
    await expect(run()).rejects.toThrow(deletionRefusal);
    expect(remove).toHaveBeenCalledTimes(1);
    expect(record).not.toHaveBeenCalled();
  });
});

it('changes no settings of an API of unknown type, which could be that of service bindings', async () => {
  const { change } = writerOf(asRead);
  await expect(change({ spec: {}, generation: 1 })).rejects.toThrow(
    'not described',
  );
});
