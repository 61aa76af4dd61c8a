import {
  exportUrlOf,
  siblingUrl,
  signInUrlOf,
  withSignInParams,
} from './providerUrls';

describe('the address of a provider', () => {
  it.each([
    ['https://bind.example/export', 'https://bind.example/export'],
    ['https://bind.example', 'https://bind.example/export'],
    [
      'https://bind.example/api/klutch/binding/',
      'https://bind.example/api/klutch/binding/export',
    ],
    [
      'http://localhost:7007/export?tenant=a',
      'http://localhost:7007/export?tenant=a',
    ],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080/export'],
    ['http://[::1]:8080', 'http://[::1]:8080/export'],
  ])('may be %s', (text, url) => {
    expect(exportUrlOf(text).href).toBe(url);
  });

  it.each([
    'http://bind.example/export',
    'http://127.0.0.1.evil.test/export',
    'http://localhost.evil.test',
    'ftp://bind.example',
    'bind.example/export',
    'https://user:secret@bind.example/export',
    '',
  ])('is refused without being quoted when it is %j', text => {
    expect(() => exportUrlOf(text)).toThrow(/https/);
    expect(() => exportUrlOf(text)).not.toThrow(/secret|evil/);
  });

  it('leads to the other routes', () => {
    const url = exportUrlOf('https://bind.example/a/export?x=1');
    expect(siblingUrl(url, 'bind-noninteractive').href).toBe(
      'https://bind.example/a/bind-noninteractive',
    );
  });
});

describe('the address to sign in at', () => {
  const exportUrl = exportUrlOf('https://bind.example/export');

  it('is https when the reference behind a proxy says http', () => {
    expect(signInUrlOf('http://bind.example/authorize', exportUrl).href).toBe(
      'https://bind.example/authorize',
    );
  });

  it.each(['http://other.example/authorize', 'nowhere', 'file:///etc/passwd'])(
    'is refused when it is %s',
    text => {
      expect(() => signInUrlOf(text, exportUrl)).toThrow(/sign/);
    },
  );

  it('keeps the query of the provider', () => {
    const url = withSignInParams(new URL('https://bind.example/a?tenant=x'), {
      callback: new URL('http://127.0.0.1:4711/callback'),
      sessionId: 'session',
      clusterId: 'abc',
      challenge: 'challenge',
      refresh: true,
    });
    expect(Object.fromEntries(url.searchParams)).toEqual({
      tenant: 'x',
      u: 'http://127.0.0.1:4711/callback',
      p: '4711',
      s: 'session',
      c: 'abc',
      pickup: 'challenge',
      refresh: '1',
    });
  });
});
