import { challengeOf } from '../handshake/secrets';
import {
  browser,
  clientQuery,
  testApp,
} from '../testing/__testUtils__/browser';
import { testHandshake } from '../testing/__testUtils__/handshake';

const s = 'abc123';

describe('headers', () => {
  it('of every response forbid caching, framing and external resources', async () => {
    const app = testApp(testHandshake());
    const person = browser(app);
    const answers = [
      await person.get('/export'),
      await person.get('/authorize', clientQuery),
      await person.signIn(),
      await person.get('/resources', { s }),
      await person.consent(),
      await person.agree(await person.consent()),
      await person.get('/resources', { s }),
      await person.get('/nothing'),
      await person.post('/pickup', {}),
    ];
    for (const answer of answers) {
      expect(answer.get('Cache-Control')).toBe('no-store');
      expect(answer.get('X-Frame-Options')).toBe('DENY');
      expect(answer.get('X-Content-Type-Options')).toBe('nosniff');
      expect(answer.get('X-Powered-By')).toBeUndefined();
      expect(answer.get('Referrer-Policy')).toMatch(
        /^(no-referrer|same-origin)$/,
      );
      const policy = answer.get('Content-Security-Policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).toContain("base-uri 'none'");
      expect(policy).not.toMatch(/unsafe|\*|https?:(\s|;|$)/);
    }
  });

  it('allow forms only to this site and the client’s redirect', async () => {
    const person = browser(testApp(testHandshake()));
    await person.signIn();
    const page = await person.consent();
    expect(page.get('Content-Security-Policy')).toContain(
      "form-action 'self' http://localhost:8085;",
    );
  });

  it('allow the style of the page by its hash', async () => {
    const person = browser(testApp(testHandshake()));
    await person.signIn();
    const page = await person.consent();
    const style = /<style>([^]*?)<\/style>/.exec(page.text)?.[1] ?? '';
    const hash = Buffer.from(challengeOf(style), 'base64url').toString(
      'base64',
    );
    expect(page.get('Content-Security-Policy')).toContain(`'sha256-${hash}'`);
    expect(page.text).not.toMatch(/ style=| on[a-z]+=|<script|<link|<img/);
  });
});
