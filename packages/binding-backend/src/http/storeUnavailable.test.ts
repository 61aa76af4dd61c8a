import knex from 'knex';
import { createHandshake } from '../handshake/createHandshake';
import { knexStores } from '../sessions/knexStores';
import {
  browser,
  clientQuery,
  recordingLogger,
  testApp,
} from '../testing/__testUtils__/browser';
import { fakeBackend, testProvider } from '../testing/__testUtils__/handshake';

it('an unavailable database is reported to the user and in the log', async () => {
  const lines: string[] = [];
  const database = knex({
    client: 'pg',
    // No server listens on this port.
    log: { debug() {}, deprecate() {}, error() {}, warn() {} },
    connection: { host: '127.0.0.1', port: 1, password: 'canary-password' },
  });
  try {
    const handshake = createHandshake({
      backend: fakeBackend(),
      providers: [testProvider()],
      stores: knexStores(database),
      audit: () => undefined,
      externalUrl: 'http://localhost:7007/api/klutch/binding',
    });
    const logger = recordingLogger(lines);
    const person = browser(testApp({ handshake, logger }));
    const answer = await person.get('/authorize', clientQuery);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('Temporarily unavailable');
    expect(answer.text).toContain('the sign-in store is not available');
    expect(answer.text).not.toContain('ECONNREFUSED');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 'error',
      error: 'StoreError',
      reason: expect.stringMatching(
        /^A query to the sign-in database failed \(ECONNREFUSED\)/,
      ),
    });
    expect(lines.join()).not.toContain('canary');
  } finally {
    await database.destroy();
  }
});
