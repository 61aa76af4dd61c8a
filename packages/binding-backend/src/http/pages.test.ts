import {
  browser,
  clientQuery,
  hiddenField,
  locationOf,
  testApp,
} from '../testing/__testUtils__/browser';
import {
  canaries,
  testHandshake,
  testProvider,
} from '../testing/__testUtils__/handshake';
import {
  person,
  fakeIdentityProvider,
} from '../testing/__testUtils__/fakeIdentityProvider';
import { secretsClaim } from '../testing/samples';

describe('several identity providers', () => {
  const providers = [
    testProvider(),
    fakeIdentityProvider({ x: person('mallory') }, 'other'),
  ];

  it('are chosen on a page', async () => {
    const visitor = browser(testApp(testHandshake({ providers })));
    const page = await visitor.get('/authorize', clientQuery).expect(200);
    expect(page.text).toContain('Sign in at other');
    const link = /href="(authorize[^"]*provider=other)"/.exec(page.text)?.[1];
    const begun = await visitor.get(`/${link?.replaceAll('&amp;', '&')}`);
    expect(locationOf(begun).origin).toBe('https://other.test');
    expect(page.get('Set-Cookie')).toBeUndefined();
  });

  it('are only the configured ones', async () => {
    const visitor = browser(testApp(testHandshake({ providers })));
    const query = { ...clientQuery, provider: 'third' };
    const answer = await visitor.get('/authorize', query);
    expect(answer.status).toBe(400);
  });
});

describe('pages', () => {
  it('describe permission claims, and escape all texts', async () => {
    const providers = [
      fakeIdentityProvider({
        [canaries.code]: person('x', {
          displayName: '<script>alert(1)</script>',
        }),
      }),
    ];
    const visitor = browser(testApp(testHandshake({ providers })));
    await visitor.signIn();
    const page = await visitor.consent();
    expect(page.text).toMatch(/^<!doctype html><html lang="en">/);
    expect(page.text).toContain('<h1>Connect Database</h1>');
    expect(page.text).toContain('Test &lt;provider&gt;');
    expect(page.text).toContain('Keeps &lt;rows&gt; &amp; columns');
    expect(page.text).toContain(
      'May place Secrets into the app cluster&#x27;s namespaces <strong>(required)</strong><details>',
    );
    expect(page.text).toContain('&lt;script&gt;');
    expect(page.text).not.toContain('<script');
    expect(page.text).toContain('http://localhost:8085/callback');
  });

  it('R12: show who may bind an API before it is bound', async () => {
    const visitor = browser(testApp(testHandshake({})));
    await visitor.signIn();
    const { text } = await visitor.consent();
    expect(text).toContain('Everybody who can sign in may bind it.');
  });

  it('show claims with more access as text and as YAML', async () => {
    const test = testHandshake();
    const claim = {
      ...secretsClaim,
      group: 'vault.<example>',
      autoAdopt: true,
      create: { replaceExisting: true },
    };
    test.backend.offered = test.backend.offered.map(offer => ({
      ...offer,
      claims: [claim],
    }));
    const visitor = browser(testApp(test));
    await visitor.signIn();
    const { text } = await visitor.consent();
    expect(text).toContain('May place secrets.vault.&lt;example&gt; into');
    expect(text).toContain('take over those that the app cluster creates');
    expect(text).toContain('overwrite the app cluster&#x27;s own objects');
    expect(text).toMatch(
      /<details><summary[^>]*>Full permission claim<\/summary><pre[^>]*>autoAdopt: true\ncreate:\n {2}replaceExisting: true\n/,
    );
  });

  it('show a message if there is no API to bind', async () => {
    const test = testHandshake();
    test.backend.offered = [];
    const visitor = browser(testApp(test));
    await visitor.signIn();
    const list = await visitor.get('/resources', { s: 'abc123' });
    expect(list.text).toContain('There is no API that you may bind.');
  });

  it('sign out', async () => {
    const visitor = browser(testApp(testHandshake()));
    await visitor.signIn();
    const page = await visitor.get('/resources', { s: 'abc123' });
    const csrf = hiddenField(page, 'csrf');
    const list = () => visitor.get('/resources', { s: 'abc123' });
    const signOut = (token: string) =>
      visitor.post('/sign-out', { s: 'abc123', csrf: token });
    expect((await signOut('x')).status).toBe(403);
    expect((await list()).status).toBe(200);
    expect((await signOut(csrf)).status).toBe(200);
    expect((await list()).status).toBe(401);
  });
});
