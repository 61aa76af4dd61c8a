import { parse } from 'yaml';
import { toYaml } from './toYaml';

it('is the same for kubectl, which takes on, off, yes and no without quotes for booleans', () => {
  const object = { name: 'on', values: ['off', 'yes', 'no', 'true', true] };
  expect(parse(toYaml([object]), { version: '1.1' })).toEqual(object);
});
