import { ConfigReader } from '@backstage/config';
import { readOperators } from './readOperators';

const read = (klutch: object) => readOperators(new ConfigReader({ klutch }));

it('are the role of the permission module by default', () => {
  expect(
    read({ permission: { roles: { operators: ['Platform', 'user:oscar'] } } }),
  ).toEqual(['group:default/platform', 'user:default/oscar']);
});

it('are those of the notifications where they are listed', () => {
  expect(
    read({
      notifications: { operators: ['group:default/duty'] },
      permission: { roles: { operators: ['group:default/platform'] } },
    }),
  ).toEqual(['group:default/duty']);
  expect(read({ notifications: { operators: [] } })).toEqual([]);
});

it('are nobody without either', () => {
  expect(read({})).toEqual([]);
});

it('names the key of what is no user or group', () => {
  expect(() => read({ notifications: { operators: ['system:shop'] } })).toThrow(
    'Configuration klutch.notifications.operators: "system:shop" is not an entity ref of a group or user.',
  );
});
