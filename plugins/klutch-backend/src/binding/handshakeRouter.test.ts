import { mockServices } from '@backstage/backend-test-utils';
import { memoryStores, type BindingBackend } from '@klutch/binding-backend';
import express from 'express';
import request from 'supertest';
import type { HandshakeConfig } from '../config/readHandshake';
import { createHandshakeRouter } from './handshakeRouter';

/** With two providers users choose one, so no provider is requested. */
const identityProviders = ['company', 'partner'].map(id => ({
  id,
  issuer: `https://${id}.test`,
  clientId: 'klutch',
}));

const appWith = (config: Partial<HandshakeConfig>) =>
  express().use(
    createHandshakeRouter({
      config: { identityProviders, ...config },
      prettyName: 'Data platform',
      // Unused by these tests.
      binding: {} as BindingBackend,
      auditor: mockServices.auditor.mock(),
      stores: memoryStores(),
      externalUrl: 'https://portal.test/api/klutch/binding',
      logger: mockServices.logger.mock(),
    }),
  );

describe('the handshake of the portal', () => {
  it.each([
    [undefined, 200],
    [false, 400],
  ])(
    'with allowReferenceRedirect %s responds to the reference’s CLI with %s',
    async (allowReferenceRedirect, status) => {
      const answer = await request(appWith({ allowReferenceRedirect }))
        .get('/binding/authorize')
        .query({ p: '8085', s: 'abc123', c: 'apps1' });
      expect(answer.status).toBe(status);
    },
  );

  it('limits each address to requestsPerMinute', async () => {
    const app = appWith({ requestsPerMinute: 1 });
    const ask = () => request(app).get('/binding/export');
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
  });
});
