import { ApiError } from '@klutch/kube';
import request, { type Response } from 'supertest';
import { BindingError } from '../errors/BindingError';
import { challengeOf } from '../handshake/secrets';
import {
  browser,
  clientQuery,
  hiddenField,
  recordingLogger,
  mount,
  testApp,
} from '../testing/__testUtils__/browser';
import {
  canaries,
  testHandshake,
  testProvider,
} from '../testing/__testUtils__/handshake';
import { readable } from '../testing/__testUtils__/readable';

const pickup = challengeOf('v'.repeat(43));
const s = 'abc123';

describe('credentials do not leak', () => {
  it('in a whole handshake, also on errors', async () => {
    const lines: string[] = [];
    const provider = testProvider();
    const test = testHandshake({ providers: [provider] });
    const app = testApp({ ...test, logger: recordingLogger(lines) });
    const seen: string[] = [];
    const record = (answer: Response) => {
      const { location, ...headers } = answer.headers as Record<string, string>;
      seen.push(JSON.stringify(headers), answer.text);
      // The only place where the wire contract requires credentials.
      seen.push((location ?? '').replace(/\?response=.*/, ''));
      return answer;
    };
    const secrets = Object.values(canaries).join(' ');
    const person = browser(app);

    for (const query of [clientQuery, { ...clientQuery, pickup }]) {
      record(await person.signIn(query));
      record(await person.get('/resources', { s }));
      record(await person.agree(record(await person.consent())));
    }
    for (const error of [
      new Error(`Unexpected: ${secrets}`),
      new ApiError({ code: 500, reason: 'InternalError', message: 'etcd' }),
      new BindingError('Misconfigured', 'cluster-of-others'),
      new BindingError('Conflict', 'cluster-of-others'),
    ]) {
      jest.spyOn(test.backend, 'provision').mockRejectedValueOnce(error);
      await person.signIn();
      const answer = record(await person.agree(await person.consent()));
      expect(answer.status).toBeGreaterThanOrEqual(409);
      expect(answer.text).not.toContain('cluster-of-others');
      expect(answer.text).not.toContain('etcd');
    }
    jest
      .spyOn(provider, 'complete')
      .mockRejectedValueOnce(new TypeError(`no ${secrets}`));
    const failed = record(await person.signIn());
    expect(failed.status).toBe(500);
    record(
      await person.get('/callback', { state: 'x.y', code: canaries.code }),
    );
    jest
      .spyOn(provider, 'verifyAccessToken')
      .mockRejectedValueOnce(new TypeError(`no ${secrets}`));
    const byToken = await request(app)
      .post(`${mount}/bind-noninteractive`)
      .set('Authorization', `Bearer ${canaries.access}`)
      .send({ clusterID: 'apps1', apis: [] });
    expect(record(byToken).body).toMatchObject({
      error: { name: 'Unexpected' },
    });

    const everything = readable(
      [
        ...lines,
        ...seen,
        ...test.events.map(event => JSON.stringify(event)),
        test.stores.dump(),
      ].join('\n'),
    );
    expect(lines.length).toBeGreaterThan(4);
    expect(everything).not.toContain('canary');
    expect(everything).not.toMatch(/at .*Routes.*<\/p>/);
  });

  it('into addresses of this server', async () => {
    const app = testApp(testHandshake());
    const person = browser(app);
    const addresses: string[] = [];
    const back = await person.signIn({ ...clientQuery, pickup });
    addresses.push(back.get('location') ?? '');
    const list = await person.get('/resources', { s });
    const consent = await person.consent();
    for (const page of [list, consent]) {
      addresses.push(
        ...[...page.text.matchAll(/(?:href|action)="([^"]*)"/g)].map(
          ([, address = '']) => address,
        ),
      );
    }
    const csrf = hiddenField(consent, 'csrf');
    expect(csrf).not.toBe('');
    for (const address of addresses) {
      expect(address).toMatch(/^[a-z-]+(\?[\w=&;.-]*)?$/);
      expect(address).not.toContain(csrf);
    }
  });
});
