import {
  claimEntityName,
  instancePath,
  parseClaimRef,
  serviceEntityName,
  stringifyClaimRef,
} from './claimRef';

const ref = {
  cluster: 'apps-dev',
  namespace: 'team-a',
  resource: 'postgresqlinstances.anynines.com',
  name: 'orders-db',
};

it('formats and parses the claim annotation', () => {
  const value = 'apps-dev/team-a/postgresqlinstances.anynines.com/orders-db';
  expect(stringifyClaimRef(ref)).toBe(value);
  expect(parseClaimRef(value)).toEqual(ref);
  expect(parseClaimRef('apps-dev/team-a')).toBeUndefined();
  expect(parseClaimRef(`${value}/more`)).toBeUndefined();
});

it('returns the path of the instance page', () => {
  expect(instancePath(ref, '/klutch')).toBe(
    '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
  );
});

describe('claimEntityName', () => {
  const long = { ...ref, name: `orders-${'x'.repeat(56)}` };

  it('keeps all parts readable when the name fits', () => {
    expect(claimEntityName(ref)).toBe(
      'apps-dev_team-a_postgresqlinstances.anynines.com_orders-db',
    );
  });

  it('returns a valid entity name of at most 63 characters for any claim', () => {
    for (const name of [ref.name, long.name, `a.b-${'-x'.repeat(29)}`]) {
      const entityName = claimEntityName({ ...ref, name });
      expect(entityName.length).toBeLessThanOrEqual(63);
      expect(entityName).toMatch(/^[A-Za-z0-9][-A-Za-z0-9_.]*[A-Za-z0-9]$/);
    }
  });

  it('R22: returns different names for equal plurals of two groups, wherever the name is split', () => {
    const names = [
      { ...ref, resource: 'backups.a', name: 'b' },
      { ...ref, resource: 'backups.b', name: 'b' },
      { ...ref, resource: 'backups.a.b', name: 'c' },
      { ...ref, resource: 'backups.a', name: 'b.c' },
    ].map(claimEntityName);
    expect(new Set(names).size).toBe(4);
  });

  it('returns different names for claims that are equal after truncation', () => {
    const names = [
      claimEntityName(long),
      claimEntityName({ ...long, namespace: 'team-b' }),
      claimEntityName({ ...long, cluster: 'apps-prod' }),
      claimEntityName({ ...long, resource: 'postgresqlinstances.other.com' }),
    ];
    expect(new Set(names).size).toBe(4);
  });
});

describe('serviceEntityName', () => {
  it('R22: returns different names for equal plurals of two groups', () => {
    expect(serviceEntityName(ref.resource)).toBe(ref.resource);
    expect(serviceEntityName('postgresqlinstances.other.com')).not.toBe(
      serviceEntityName(ref.resource),
    );
  });

  it('returns at most 63 characters', () => {
    const group = `${'x'.repeat(40)}.example.com`;
    const name = serviceEntityName(`postgresqlinstances.${group}`);
    expect(name).toMatch(/^postgresqlinstances-[a-z0-9]+$/);
    expect(serviceEntityName(`postgresqlinstances.${group}.org`)).not.toBe(
      name,
    );
  });
});
