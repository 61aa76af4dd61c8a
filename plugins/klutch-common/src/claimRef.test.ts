import {
  claimEntityName,
  instancePath,
  parseClaimRef,
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
      'apps-dev.team-a.postgresqlinstances.orders-db',
    );
  });

  it('is a valid entity name of at most 63 characters for any claim', () => {
    for (const name of [ref.name, long.name, `a.b-${'-x'.repeat(29)}`]) {
      const entityName = claimEntityName({ ...ref, name });
      expect(entityName.length).toBeLessThanOrEqual(63);
      expect(entityName).toMatch(/^[A-Za-z0-9][-A-Za-z0-9_.]*[A-Za-z0-9]$/);
    }
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
