import { thing } from '../../../testing/objects';
import { PartialList } from './PartialList';

const object = thing();

it('forgets one namespace, and no other', () => {
  const listed = new PartialList();
  for (const key of ['team/a', 'team/b', 'other/a', 'a']) {
    listed.add(key, object);
  }
  listed.forget('team');
  expect(listed.get('team/a')).toBeUndefined();
  expect(listed.get('team/b')).toBeUndefined();
  expect(listed.get('other/a')).toBe(object);
  listed.forget('');
  expect(listed.get('a')).toBeUndefined();
  expect(listed.get('other/a')).toBe(object);
});
