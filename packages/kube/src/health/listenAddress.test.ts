import { parseListenAddress } from './listenAddress';

describe('parseListenAddress', () => {
  it.each([
    [':8080', { port: 8080 }],
    ['8080', { port: 8080 }],
    ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
    ['[::1]:80', { host: '::1', port: 80 }],
  ])('reads %s', (text, expected) => {
    expect(parseListenAddress(text)).toEqual(expected);
  });

  it.each(['', 'localhost', 'localhost:', ':99999', 'a:b:1'])(
    'refuses "%s" with a readable error',
    text => {
      expect(() => parseListenAddress(text)).toThrow(/no address to listen on/);
    },
  );
});
