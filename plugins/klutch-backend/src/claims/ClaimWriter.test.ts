import { mockCredentials } from '@backstage/backend-test-utils';
import { deletionRefusal, isProtected, labels } from '@klutch/bind-api';
import {
  KLUTCH_OWNER_ANNOTATION,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { ApiError } from '@klutch/kube';
import type { ClaimObject } from '../claimApis/claimResource';
import { Grant } from '../permissions/Grant';
import {
  ClaimWriter,
  type ClaimDeletion,
  type ClaimWriterOptions,
} from './ClaimWriter';

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

/** Changes or deletes a claim that is read with these metadata, one after the other. */
function writerOf(...versions: object[]) {
  const remove = jest.fn(
    async (_resource: unknown, _ref: unknown, _options: object) => 'deleted',
  );
  const record = jest.fn();
  const requireDescribed = jest.fn();
  const readLive = jest.fn();
  for (const metadata of versions) readLive.mockResolvedValueOnce({ metadata });
  const mergePatch = jest.fn(async () => ({ metadata: {} }));
  const canI = jest.fn(async () => true);
  const all = new Grant(undefined, () => new Error('refused'));
  const target = {
    cluster: {
      title: 'Apps',
      client: { as: () => ({ delete: remove, mergePatch }) },
      reviewClient: { as: () => ({ canI }) },
      boundApi: () => ({ group: 'g.io', plural: 'backups' }),
    },
    info: { api, title: 'SQL', type: 'instance', relatedApis: {} },
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
      requireDescribed,
    },
    callers: { requirePermission: async () => undefined },
    guard: { readLive },
    views: {
      detail: () => ref,
      accessOf: async () => ({}),
      row: (_target: unknown, object: ClaimObject) => ({
        protected: isProtected(object),
        owner: object.metadata.annotations?.[KLUTCH_OWNER_ANNOTATION],
      }),
    },
  } as unknown as ClaimWriterOptions);
  return {
    canI,
    mergePatch,
    record,
    remove,
    requireDescribed,
    change: (change: Schemas['ClaimChange']) =>
      writer.update(caller, ref, change, false),
    run: (lookedAt: Partial<ClaimDeletion> = {}) =>
      writer.delete(caller, ref, { confirm: ref.name, ...lookedAt }),
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

  it('spares a later object of the same name, and one that was changed since', async () => {
    const { record, remove, run } = writerOf(asRead, asRead, asRead);
    await expect(run({ uid: 'earlier' })).rejects.toMatchObject({
      name: 'NotFoundError',
      explanation: { reason: 'ClaimGone' },
    });
    await expect(run({ uid: 'u', resourceVersion: '0' })).rejects.toMatchObject(
      { name: 'ConflictError', explanation: { reason: 'ClaimChanged' } },
    );
    expect(remove).not.toHaveBeenCalled();
    await run(asRead);
    expect(remove).toHaveBeenCalledTimes(1);
    expect(record).toHaveBeenCalledTimes(1);
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
  const { change, requireDescribed } = writerOf(asRead);
  requireDescribed.mockImplementation(() => {
    throw new Error('not described');
  });
  await expect(change({ spec: {}, generation: 1 })).rejects.toThrow(
    'not described',
  );
});

it('asks for the rights of a schedule beside the queue of the writes', async () => {
  const { canI, change, mergePatch } = writerOf(asRead);
  await change({ backupSchedule: { cron: '0 3 * * *' } });
  expect(canI).toHaveBeenCalledWith(
    expect.objectContaining({ verb: 'create', resource: 'backups' }),
  );
  expect(mergePatch).toHaveBeenCalledTimes(1);
});

describe('a change that was made from earlier values', () => {
  const alice = 'user:default/alice';
  const ofAlice = {
    ...asRead,
    annotations: { [KLUTCH_OWNER_ANNOTATION]: alice },
  };

  it('is made while the claim still has them', async () => {
    const { change, mergePatch } = writerOf(ofAlice);
    await change({ protected: true, before: { owner: alice } });
    expect(mergePatch).toHaveBeenCalledTimes(1);
  });

  it('is refused when the claim has others', async () => {
    const { change, mergePatch, record } = writerOf(ofAlice);
    await expect(
      change({ protected: true, before: { owner: null } }),
    ).rejects.toMatchObject({
      name: 'ConflictError',
      explanation: { reason: 'ClaimChanged' },
    });
    expect(mergePatch).not.toHaveBeenCalled();
    expect(record).not.toHaveBeenCalled();
  });

  it('is refused when the claim gets others during the change', async () => {
    const { change, mergePatch } = writerOf(ofAlice, asRead);
    mergePatch.mockRejectedValueOnce(conflict);
    await expect(
      change({ protected: true, before: { owner: alice } }),
    ).rejects.toMatchObject({ explanation: { reason: 'ClaimChanged' } });
    expect(mergePatch).toHaveBeenCalledTimes(1);
  });
});
