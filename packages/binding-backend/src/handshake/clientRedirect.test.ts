import { clientRedirect, redirectSource } from './clientRedirect';

const script = ['javascript', 'alert(1)//http://localhost:80/callback'].join(
  ':',
);

describe('redirect target of a response', () => {
  it.each([
    [{ port: '8080' }, 'http://localhost:8080/callback'],
    [{ port: '1' }, 'http://localhost:1/callback'],
    [{ port: '65535' }, 'http://localhost:65535/callback'],
    [{ url: 'http://localhost:81/callback' }, 'http://localhost:81/callback'],
    [{ url: 'http://127.0.0.1:81/callback' }, 'http://127.0.0.1:81/callback'],
    [{ url: 'http://[::1]:81/callback' }, 'http://[::1]:81/callback'],
    [
      { url: 'http://localhost:81/callback', port: '81' },
      'http://localhost:81/callback',
    ],
    [
      { url: 'http://127.0.0.1:81/x_Y-9', port: '81' },
      'http://127.0.0.1:81/x_Y-9',
    ],
    [
      { url: 'http://127.0.0.1:81/callback/x' },
      'http://127.0.0.1:81/callback/x',
    ],
  ])('may be %j', (params, redirect) => {
    expect(clientRedirect(params)).toBe(redirect);
  });

  it.each([
    '0',
    '65536',
    '99999',
    '-1',
    '+80',
    '8e1',
    '0x50',
    '80.0',
    ' 80',
    '80 ',
    '80@evil.test',
    '@evil.test',
    '80/../',
    '80#',
    '80?x',
    '٨٠',
    '80\n',
    '80,81',
    '',
  ])('has a port that is a number, not %j (B2)', port => {
    expect(clientRedirect({ port })).toBeUndefined();
  });

  it.each([
    'https://evil.test/callback',
    'http://evil.test:80/callback',
    'http://localhost/callback',
    'https://localhost:80/callback',
    'http://localhost:80@evil.test/callback',
    'http://localhost:80@evil.test:80/callback',
    'http://user@localhost:80/callback',
    'http://user:word@localhost:80/callback',
    'http://localhost.evil.test:80/callback',
    'http://evil-localhost:80/callback',
    'http://LOCALHOST:80/callback',
    'HTTP://localhost:80/callback',
    'http://127.0.0.1.evil.test:80/callback',
    'http://127.1:80/callback',
    'http://2130706433:80/callback',
    'http://0.0.0.0:80/callback',
    'http://127.0.0.2:80/callback',
    'http://[::ffff:127.0.0.1]:80/callback',
    'http://[::1%25lo]:80/callback',
    'http://localhost:80/callback#fragment',
    'http://localhost:80/callback?next=x',
    'http://localhost:80/callback/../x',
    'http://localhost:80/./x',
    'http://localhost:80/%2e%2e/x',
    'http://localhost:80/x?next=y',
    'http://localhost:80/x#y',
    'http://localhost:80/x;y',
    'http://localhost:80/x\\y',
    'http://localhost:80//evil.test/x',
    'http://localhost:80/x/',
    `http://localhost:80/${'x'.repeat(129)}`,
    'http://localhost:80/',
    'http://localhost:80',
    'http://evil.test:80/x',
    'http://localhost:80@evil.test:80/x',
    'http://localhost:70000/callback',
    'http:\\\\localhost:80/callback',
    'http:/localhost:80/callback',
    '//localhost:80/callback',
    'http://localhost:80\\@evil.test/callback',
    'http://localhost:80\t/callback',
    ' http://localhost:80/callback',
    'http://localhost:80/callback\n',
    'http://ⓛocalhost:80/callback',
    script,
    'data:text/html,x',
    '/callback',
    '',
  ])('is on no other host or path, as in %j (B2)', url => {
    expect(clientRedirect({ url })).toBeUndefined();
  });

  it('is undefined when port and URL differ, or are missing', () => {
    const url = 'http://localhost:81/callback';
    expect(clientRedirect({ url, port: '82' })).toBeUndefined();
    expect(clientRedirect({})).toBeUndefined();
  });

  it('is a source of a content security policy', () => {
    expect(redirectSource('http://localhost:81/callback')).toBe(
      'http://localhost:81',
    );
    expect(redirectSource('http://[::1]:81/callback')).toBe('http:');
  });
});
