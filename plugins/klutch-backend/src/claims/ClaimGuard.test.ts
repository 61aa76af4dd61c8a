import {
  KLUTCH_OWNER_ANNOTATION,
  type Schemas,
} from '@klutch/backstage-plugin-klutch-common';
import { ApiError } from '@klutch/kube';
import type { ClaimObject } from '../claimApis/claimResource';
import type { LocatedClaim } from '../inventory/Inventory';
import { Grant } from '../permissions/Grant';
import { ClaimGuard } from './ClaimGuard';
import type { ClaimTarget } from './ClaimLocator';
import { ClaimViews, type ClaimViewsOptions } from './ClaimViews';

const sqls = 'sqls.g.io';
const person = {
  userRef: 'user:default/alice',
  groups: [],
  kubernetes: { user: 'klutch:alice', groups: [] },
};
const object = (
  name: string,
  owner: string,
  spec: ClaimObject['spec'] = {},
): ClaimObject => ({
  apiVersion: 'g.io/v1',
  kind: 'Claim',
  metadata: {
    name,
    namespace: 'team-a',
    annotations: { [KLUTCH_OWNER_ANNOTATION]: owner },
  },
  spec,
});

/** Rows with what the tests decide by. */
const summary = ({
  cluster,
  info,
  object: { metadata, spec },
}: LocatedClaim) => ({
  cluster: cluster.id,
  namespace: metadata.namespace,
  resource: info.resource,
  type: info.type,
  name: metadata.name,
  owner: metadata.annotations?.[KLUTCH_OWNER_ANNOTATION],
  instanceRef: spec?.instanceRef,
  instanceResource: info.type === 'instance' ? undefined : sqls,
});

const infoOf = (plural: string, type: string) => ({
  type,
  title: plural,
  resource: `${plural}.g.io`,
  api: { group: 'g.io', version: 'v1', plural, kind: 'Claim' },
});

const refusal = () => new Error('refused');
const own = new Grant<Schemas['Claim']>(
  ({ owner }) => owner === 'alice',
  refusal,
);
const all = new Grant<Schemas['Claim']>(undefined, refusal);

function guardOver(inventory: object) {
  const options = { inventory } as unknown as ClaimViewsOptions;
  return new ClaimGuard({ ...options, views: new ClaimViews(options) });
}

/** A service binding of alice to the instance `db`, whose cached row says that it is hers, too. */
function bindingTo(db: ClaimObject | undefined | Error) {
  const get = jest.fn(async () => {
    if (db instanceof Error) throw db;
    return db;
  });
  const as = jest.fn(() => ({ get }));
  const cluster = {
    id: 'apps-dev',
    title: 'Apps',
    boundApi: (resource: string) =>
      resource === sqls ? infoOf('sqls', 'instance').api : undefined,
    client: { as },
  };
  const guard = guardOver({
    summary,
    facts: (claim: LocatedClaim) => ({
      object: claim.object,
      providerCopy: 'unknown',
      now: new Date(),
    }),
    service: () => undefined,
    serviceOn: () => infoOf('sqls', 'instance'),
  });
  const target = {
    cluster,
    info: infoOf('bindings', 'binding'),
    ref: { cluster: 'apps-dev', namespace: 'team-a', resource: 'b', name: 'b' },
  } as unknown as ClaimTarget;
  return {
    as,
    get,
    require: (instanceRef = 'db', grants = [all, own]) =>
      guard.requireWithSources(
        grants,
        { person, target },
        object('b', 'alice', { instanceRef }),
      ),
  };
}

describe('the instance of a service binding, under conditions', () => {
  it('is covered as it is now, read as the person', async () => {
    const { as, get, require } = bindingTo(object('db', 'alice'));
    await expect(require()).resolves.toBeUndefined();
    expect(as).toHaveBeenCalledWith(person.kubernetes);
    expect(get).toHaveBeenCalledTimes(1);
  });

  it('is not covered when it has another owner since it was cached', async () => {
    await expect(bindingTo(object('db', 'bob')).require()).rejects.toThrow(
      'refused',
    );
  });

  it('is not covered when it does not exist', async () => {
    await expect(bindingTo(undefined).require()).rejects.toThrow('refused');
  });

  it('does not exist under a name that no object can have', async () => {
    const { get, require } = bindingTo(object('db', 'alice'));
    await expect(require('db/status')).rejects.toThrow('refused');
    expect(get).not.toHaveBeenCalled();
  });

  it('is not covered when the person may not read it', async () => {
    const forbidden = new ApiError({
      code: 403,
      reason: 'Forbidden',
      message: 'no',
    });
    await expect(bindingTo(forbidden).require()).rejects.toThrow(
      'You may not see sqls "db"',
    );
  });

  it('is not read without conditions', async () => {
    const { get, require } = bindingTo(undefined);
    await require('db', [all]);
    expect(get).not.toHaveBeenCalled();
  });
});

describe('a restore, under conditions', () => {
  const backups = 'backups.g.io';
  /** The backup `monday` of `gone`, which no longer exists, restored into `instance`. */
  const requireRestore = (
    present: Record<string, ClaimObject>,
    instance: string,
    isDryRun: boolean,
  ) => {
    const cluster = {
      id: 'apps-dev',
      title: 'Apps',
      boundApi: (resource: string) =>
        infoOf(resource.split('.')[0] ?? '', '').api,
      client: {
        as: () => ({
          get: async (_: unknown, { name }: { name: string }) => present[name],
        }),
      },
    };
    const guard = guardOver({
      summary: (claim: LocatedClaim) => ({
        ...summary(claim),
        backupRef: claim.object.spec?.backupRef,
      }),
      facts: (claim: LocatedClaim) => ({
        object: claim.object,
        providerCopy: 'unknown',
        now: new Date(),
      }),
      service: () => ({ relatedApis: { backup: backups } }),
      serviceOn: ({ plural }: { plural: string }) =>
        infoOf(plural, plural === 'sqls' ? 'instance' : 'backup'),
    });
    const ref = { cluster: 'apps-dev', namespace: 'team-a', name: 'r' };
    const target = {
      cluster,
      info: infoOf('restores', 'restore'),
      ref: { ...ref, resource: 'restores.g.io' },
    } as unknown as ClaimTarget;
    const spec = { instanceRef: instance, backupRef: 'monday' };
    return guard.requireWithSources(
      [own],
      { person, target },
      object('r', present[instance] ? 'alice' : '', spec),
      isDryRun,
    );
  };
  const monday = (owner: string) =>
    object('monday', owner, { instanceRef: 'gone' });

  it.each([
    ['may be checked before a new instance', 'alice', 'new', true, 'covered'],
    ['needs the new instance for more', 'alice', 'new', false, 'refused'],
    ['is refused to others before, too', 'bob', 'new', true, 'refused'],
    ['may be of a deleted instance', 'alice', 'db', false, 'covered'],
    ['is not of a backup of others', 'bob', 'db', false, 'refused'],
  ])('%s', async (_, owner, instance, isDryRun, expected) => {
    const present = { monday: monday(owner), db: object('db', 'alice') };
    const result = await requireRestore(present, instance, isDryRun).then(
      () => 'covered',
      ({ message }: Error) => message,
    );
    expect(result).toBe(expected);
  });
});
