import { shard } from './flagValues';

describe('a shard', () => {
  it.each([
    ['0/1', { index: 0, of: 1 }],
    ['2/3', { index: 2, of: 3 }],
    ['99/100', { index: 99, of: 100 }],
  ])('reads %s', (text, found) => {
    expect(shard(text)).toEqual(found);
  });

  it.each(['', '1', '3/3', '1/0', '-1/3', '0/101', '1.5/3', 'a/b', '1/3/5'])(
    'refuses %j in words',
    text => {
      expect(() => shard(text)).toThrow('such as 0/3');
    },
  );
});
