import request from 'supertest';
import { clientQuery, mount, testApp } from '../testing/__testUtils__/browser';
import { testHandshake } from '../testing/__testUtils__/handshake';

const script = ['javascript', 'alert(1)'].join(':');
const s = 'abc123';

describe('a redirect stays on this machine (B2)', () => {
  const app = testApp(testHandshake());
  it.each([
    { p: '80@evil.test' },
    { p: '80/..' },
    { p: '0' },
    { p: '65536' },
    { p: ' 80' },
    { p: '8e1' },
    { u: 'https://evil.test/callback' },
    { u: 'http://evil.test:80/callback' },
    { u: 'http://localhost:80@evil.test/callback' },
    { u: 'http://user@localhost:80/callback' },
    { u: 'http://localhost.evil.test:80/callback' },
    { u: 'http://LOCALHOST:80/callback' },
    { u: 'http://localhost:80/callback#x' },
    { u: 'http://localhost:80/callback?x' },
    { u: 'http://localhost:80/../other' },
    { u: 'https://localhost:80/callback' },
    { u: '//evil.test/callback' },
    { u: 'http:\\\\evil.test' },
    { u: script },
    { u: 'http://[::ffff:7f00:1]:80/callback' },
    { u: 'http://localhost:81/callback', p: '82' },
    { u: '' },
    {},
  ])('not %j', async params => {
    const answer = await request(app)
      .get(`${mount}/authorize`)
      .query({ s, c: 'apps1', ...params });
    expect(answer.status).toBe(400);
    expect(answer.get('location')).toBeUndefined();
    expect(answer.text).not.toContain('evil');
  });

  it.each([{ p: ['80', '81'] }, { s: ['a', 'b'] }, { 'u[host]': 'evil.test' }])(
    'not with a malformed query: %j',
    async params => {
      const answer = await request(app)
        .get(`${mount}/authorize`)
        .query({ s, c: 'apps1', ...params });
      expect(answer.status).toBe(400);
    },
  );

  it.each([{ s: '' }, { c: '' }, { s: '../x' }, { s: 'a;b' }, { c: 'a b' }])(
    'and needs ids in the upstream format: not %j',
    async ids => {
      const answer = await request(app)
        .get(`${mount}/authorize`)
        .query({ ...clientQuery, ...ids });
      expect(answer.status).toBe(400);
    },
  );
});
