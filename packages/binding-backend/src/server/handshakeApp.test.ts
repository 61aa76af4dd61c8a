import request from 'supertest';
import { clientQuery, recordingLogger } from '../testing/__testUtils__/browser';
import { fakeBackend } from '../testing/__testUtils__/handshake';
import { recordedStores } from '../testing/__testUtils__/recordedStores';
import type { HandshakeConfig } from './config';
import { createHandshakeApp } from './handshakeApp';

/** Two providers, so that /authorize shows a page and contacts neither of them. */
const identityProviders = ['company', 'partner'].map(id => ({
  id,
  issuer: `https://${id}.test`,
  clientId: 'klutch',
}));

const appWith = (config: Partial<HandshakeConfig>) =>
  createHandshakeApp({
    config: {
      externalUrl: 'https://bind.test/klutch',
      listen: ':8080',
      trustedProxies: 0,
      allowReferenceRedirect: true,
      requestsPerMinute: 100,
      identityProviders,
      ...config,
    },
    prettyName: 'Data platform',
    backend: fakeBackend(),
    stores: recordedStores(),
    audit: () => undefined,
    logger: recordingLogger([]),
  });

describe('the handshake of the standalone server', () => {
  it('is served below the path of its external URL, with the pretty name', async () => {
    const { body } = await request(appWith({})).get('/klutch/export');
    expect(body).toMatchObject({
      providerPrettyName: 'Data platform',
      authenticationMethods: [
        {
          oauth2CodeGrant: {
            authenticatedURL: 'https://bind.test/klutch/authorize',
          },
        },
      ],
    });
  });

  it.each([
    [true, 200],
    [false, 400],
  ])(
    'with allowReferenceRedirect %s responds to the upstream CLI with %s',
    async (allowReferenceRedirect, status) => {
      const app = appWith({ allowReferenceRedirect });
      const asked = request(app).get('/klutch/authorize').query(clientQuery);
      expect((await asked).status).toBe(status);
    },
  );

  it.each([
    [0, 429],
    [1, 200],
  ])(
    'behind %s proxies responds to another client of the same proxy, above requestsPerMinute, with %s',
    async (trustedProxies, status) => {
      const app = appWith({ requestsPerMinute: 1, trustedProxies });
      const ask = (visitor: string) =>
        request(app).get('/klutch/export').set('X-Forwarded-For', visitor);
      expect((await ask('192.0.2.1')).status).toBe(200);
      expect((await ask('192.0.2.1')).status).toBe(429);
      expect((await ask('192.0.2.2')).status).toBe(status);
    },
  );
});
