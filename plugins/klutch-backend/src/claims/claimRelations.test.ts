import { componentOf, ownerOf, ownOwner, systemOf } from './claimRelations';

const person = {
  userRef: 'user:default/alice',
  groups: ['group:default/developers', 'group:other/ops'],
};

it.each([
  [undefined, 'user:default/alice'],
  ['user:default/alice', 'user:default/alice'],
  ['developers', 'group:default/developers'],
  ['Group:default/Developers', 'group:default/developers'],
  ['group:other/ops', 'group:other/ops'],
])('an order for %p belongs to %s', (wanted, owner) => {
  expect(ownerOf(wanted, person)).toBe(owner);
});

it.each([
  ['group:default/developers', 'group:default/developers'],
  ['developers', 'group:default/developers'],
  ['user:default/bob', undefined],
  [undefined, undefined],
])('the owner %p is, for the person, %p', (owner, own) => {
  expect(ownOwner(owner, person)).toBe(own);
});

it.each(['group:default/ops', 'user:default/bob', 'a/b/c', ''])(
  'nobody orders for %p without belonging to it',
  wanted => {
    expect(() => ownerOf(wanted, person)).toThrow(/cannot make .* the owner/);
  },
);

it.each([
  [undefined, undefined],
  ['component:default/shop', 'component:default/shop'],
  ['Shop', 'component:default/shop'],
])('the component %p is %p', (wanted, component) => {
  expect(componentOf(wanted)).toBe(component);
});

it.each(['resource:default/shop', 'a:b:c', ''])(
  'the component %p is refused',
  wanted => {
    expect(() => componentOf(wanted)).toThrow(/is no component/);
  },
);

it('the system is a ref of a system, or its name', () => {
  expect(systemOf(undefined)).toBeUndefined();
  expect(systemOf('Data-Services')).toBe('system:default/data-services');
  for (const wanted of ['component:default/shop', 'a:b:c', '']) {
    expect(() => systemOf(wanted)).toThrow(/is no system/);
  }
});
