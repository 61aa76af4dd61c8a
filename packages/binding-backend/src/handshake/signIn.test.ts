import {
  testHandshake,
  testProvider,
} from '../testing/__testUtils__/handshake';
import {
  person,
  fakeIdentityProvider,
} from '../testing/__testUtils__/fakeIdentityProvider';
import {
  browserSecret,
  callbackFor,
  formOf,
  pickup,
  signIn,
  clientRequest,
} from '../testing/__testUtils__/steps';

const minute = 60_000;

describe('sign-in', () => {
  it('redirects the browser to the provider, and back only to the callback', async () => {
    const { handshake } = testHandshake();
    const url = await handshake.beginSignIn(
      await handshake.client(clientRequest()),
      'scripted',
      browserSecret,
    );
    expect(url.searchParams.get('redirect_uri')).toBe(
      'http://localhost:7007/api/klutch/binding/callback',
    );
  });

  it('opens a session for the returning user', async () => {
    const test = testHandshake();
    const { secret, session } = await signIn(test);
    expect(session).toMatchObject({
      person: { subject: 'alice' },
      client: { redirect: 'http://localhost:8085/callback' },
    });
    await expect(test.handshake.session(secret, 'abc123')).resolves.toEqual(
      session,
    );
    expect(test.events).toEqual([
      {
        action: 'sign-in',
        outcome: 'succeeded',
        actor: 'https://id.test/alice',
        provider: 'scripted',
        cluster: 'apps1',
      },
    ]);
  });

  it('gives each session its own secrets', async () => {
    const test = testHandshake();
    const [one, two] = [await signIn(test), await signIn(test)];
    expect(one.secret).not.toBe(two.secret);
    expect(one.session.csrf).not.toBe(two.session.csrf);
  });

  it('accepts a state once', async () => {
    const test = testHandshake();
    const callback = await callbackFor(test);
    await test.handshake.finishSignIn(callback, browserSecret);
    await expect(
      test.handshake.finishSignIn(callback, browserSecret),
    ).rejects.toMatchObject({ reason: 'SignInAgain' });
  });

  it('accepts a state only in the browser that started the sign-in (B3)', async () => {
    const test = testHandshake();
    const callback = await callbackFor(test);
    const elsewhere = [undefined, 'x'.repeat(43)];
    for (const secret of elsewhere) {
      await expect(
        test.handshake.finishSignIn(callback, secret),
      ).rejects.toMatchObject({ reason: 'SignInAgain' });
    }
    await expect(
      test.handshake.finishSignIn(callback, browserSecret),
    ).resolves.toBeDefined();
  });

  it('accepts a state for ten minutes', async () => {
    const test = testHandshake();
    const callback = await callbackFor(test);
    test.stores.advanceTime(10 * minute);
    await expect(
      test.handshake.finishSignIn(callback, browserSecret),
    ).rejects.toMatchObject({ reason: 'SignInAgain' });
  });

  it.each([
    ['no state', (url: URL) => url.searchParams.delete('state')],
    ['two states', (url: URL) => url.searchParams.append('state', 'x')],
    ['a made-up state', (url: URL) => url.searchParams.set('state', 'x.y')],
  ])('is refused with %s', async (_, change) => {
    const test = testHandshake();
    const callback = await callbackFor(test);
    change(callback);
    await expect(
      test.handshake.finishSignIn(callback, browserSecret),
    ).rejects.toMatchObject({ reason: 'SignInAgain' });
    expect(test.events).toMatchObject([
      { action: 'sign-in', outcome: 'refused', actor: 'anonymous' },
    ]);
  });

  it("passes on the provider's refusal, and uses up the state", async () => {
    const test = testHandshake();
    const callback = await callbackFor(test);
    callback.searchParams.set('error_description', 'Not today');
    await expect(
      test.handshake.finishSignIn(callback, browserSecret),
    ).rejects.toThrow('It says: Not today');
    await expect(
      test.handshake.finishSignIn(callback, browserSecret),
    ).rejects.toMatchObject({ reason: 'SignInAgain' });
    expect(test.events[0]).toMatchObject({ outcome: 'refused' });
  });

  it('completes at the provider that it started with', async () => {
    const other = fakeIdentityProvider({ x: person('mallory') }, 'other');
    const test = testHandshake({ providers: [testProvider(), other] });
    const callback = await callbackFor(test, {}, 'x');
    await expect(
      test.handshake.finishSignIn(callback, browserSecret),
    ).rejects.toMatchObject({ reason: 'Refused' });
  });

  it('starts only with configured providers', async () => {
    const { handshake } = testHandshake();
    await expect(
      handshake.beginSignIn(
        await handshake.client(clientRequest()),
        'other',
        browserSecret,
      ),
    ).rejects.toMatchObject({ reason: 'InvalidRequest' });
  });

  it('refuses the redirect of the upstream CLI if disabled', async () => {
    const { handshake } = testHandshake({ allowReferenceRedirect: false });
    await expect(handshake.client(clientRequest())).rejects.toThrow(
      /kubectl klutch bind/,
    );
    await expect(
      handshake.client(clientRequest({ pickup })),
    ).resolves.toMatchObject({
      pickup,
    });
  });
});

describe('session', () => {
  it('ends after an hour and at sign-out, and is valid only for its own login', async () => {
    const test = testHandshake();
    const first = await signIn(test);
    const second = await signIn(test, { sessionId: 'other1' });
    const ask = (secret: string, id: string) =>
      test.handshake.session(secret, id);
    const ended = { reason: 'SignInAgain' };
    await expect(ask(first.secret, 'other1')).rejects.toMatchObject(ended);
    await test.handshake.signOut(formOf(first));
    await expect(ask(first.secret, 'abc123')).rejects.toMatchObject(ended);
    await expect(ask(second.secret, 'other1')).resolves.toBeDefined();
    test.stores.advanceTime(60 * minute);
    await expect(ask(second.secret, 'other1')).rejects.toMatchObject(ended);
  });
});

describe('offers', () => {
  it('are those that the user may bind', async () => {
    const { handshake } = testHandshake();
    const titles = async (subject: string, groups: string[]) =>
      (await handshake.offers(person(subject, { groups }))).map(o => o.title);
    await expect(titles('alice', ['team-a'])).resolves.toEqual([
      'Cache',
      'Database',
    ]);
    await expect(titles('bob', [])).resolves.toEqual(['Database']);
  });

  it('that the user may not bind are refused like missing ones', async () => {
    const test = testHandshake();
    const { session } = await signIn(test, {}, 'bob');
    const refusalOf = (resource: string) =>
      test.handshake
        .requireOffers(session, [{ group: 'example.test', resource }])
        .catch(error => String(error).replace(resource, '…'));
    expect(await refusalOf('caches')).toBe(await refusalOf('nothing'));
  });
});
