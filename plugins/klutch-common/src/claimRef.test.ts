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

it('writes and reads the claim annotation', () => {
  const value = 'apps-dev/team-a/postgresqlinstances.anynines.com/orders-db';
  expect(stringifyClaimRef(ref)).toBe(value);
  expect(parseClaimRef(value)).toEqual(ref);
  expect(parseClaimRef('apps-dev/team-a')).toBeUndefined();
  expect(parseClaimRef(`${value}/more`)).toBeUndefined();
});

it('leads to the page of the instance', () => {
  expect(instancePath(ref)).toBe(
    '/klutch/instances/apps-dev/team-a/postgresqlinstances.anynines.com/orders-db',
  );
});

describe('claimEntityName', () => {
  const long = { ...ref, name: `orders-${'x'.repeat(56)}` };

  it('is readable as long as it fits', () => {
    expect(claimEntityName(ref)).toBe(
      'apps-dev_team-a_postgresqlinstances.anynines.com_orders-db',
    );
  });

  it('is a valid entity name of at most 63 characters for any claim', () => {
    for (const name of [ref.name, long.name, `a.b-${'-x'.repeat(29)}`]) {
      const entityName = claimEntityName({ ...ref, name });
      expect(entityName.length).toBeLessThanOrEqual(63);
      expect(entityName).toMatch(/^[A-Za-z0-9][-A-Za-z0-9_.]*[A-Za-z0-9]$/);
    }
  });

  it('R22: tells equal plurals of two groups apart, however names are cut into parts', () => {
    const names = [
      { ...ref, resource: 'backups.a', name: 'b' },
      { ...ref, resource: 'backups.b', name: 'b' },
      { ...ref, resource: 'backups.a.b', name: 'c' },
      { ...ref, resource: 'backups.a', name: 'b.c' },
    ].map(claimEntityName);
    expect(new Set(names).size).toBe(4);
  });

  it('tells claims apart that are equal where they are cut', () => {
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
  it('R22: tells equal plurals of two groups apart', () => {
    expect(serviceEntityName(ref.resource)).toBe(ref.resource);
    expect(serviceEntityName('postgresqlinstances.other.com')).not.toBe(
      serviceEntityName(ref.resource),
    );
  });

  it('is at most 63 characters', () => {
    const group = `${'x'.repeat(40)}.example.com`;
    const name = serviceEntityName(`postgresqlinstances.${group}`);
    expect(name).toMatch(/^postgresqlinstances-[a-z0-9]+$/);
    expect(serviceEntityName(`postgresqlinstances.${group}.org`)).not.toBe(
      name,
    );
  });
});
