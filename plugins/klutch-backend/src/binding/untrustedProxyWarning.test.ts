import { mockServices } from '@backstage/backend-test-utils';
import express from 'express';
import request from 'supertest';
import { untrustedProxyWarning } from './untrustedProxyWarning';

/** How many warnings two requests with the header cause. */
async function warnings(trustProxy: unknown, header = '203.0.113.7') {
  const logger = mockServices.logger.mock();
  const app = express().set('trust proxy', trustProxy);
  app.use(untrustedProxyWarning(logger), (_, response) => {
    response.sendStatus(204);
  });
  for (const _ of [1, 2]) {
    const call = request(app).get('/');
    await (header ? call.set('X-Forwarded-For', header) : call).expect(204);
  }
  return logger.warn.mock.calls.length;
}

it.each([
  ['no proxy', false],
  ['other proxies', '10.0.0.0/8'],
])('warns once where Backstage trusts %s', async (_, trustProxy) => {
  expect(await warnings(trustProxy)).toBe(1);
});

it.each([
  ['the number of proxies', 1],
  ['the address of the proxy', 'loopback'],
])('does not warn where Backstage trusts %s', async (_, trustProxy) => {
  expect(await warnings(trustProxy)).toBe(0);
});

it('does not warn about requests without a proxy', async () => {
  expect(await warnings(false, '')).toBe(0);
});
