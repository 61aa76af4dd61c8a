/** A user's browser against a router, and the app the router is mounted in. */
import express, { type Express } from 'express';
import request, { type Response } from 'supertest';
import type { Logger } from '@klutch/kube';
import {
  createBindingRouter,
  type BindingRouterOptions,
} from '../../http/createBindingRouter';
import { canaries } from './handshake';

/** Mount path of the router in tests. */
export const mount = '/api/klutch/binding';

export const recordingLogger = (lines: string[]): Logger => {
  const keep = (level: string) => (fields: object, message: string) => {
    lines.push(JSON.stringify({ level, ...fields, message }));
  };
  const logger: Logger = {
    debug: keep('debug'),
    info: keep('info'),
    warn: keep('warn'),
    error: keep('error'),
    child: () => logger,
  };
  return logger;
};

/** An app with the router at {@link mount}. */
export const testApp = (
  options: Pick<BindingRouterOptions, 'handshake'> &
    Partial<BindingRouterOptions>,
): Express =>
  express().use(
    mount,
    createBindingRouter({
      prettyName: 'Test <provider>',
      version: 'v1.5.0',
      logger: recordingLogger([]),
      limits: { requests: 10_000 },
      ...options,
    }),
  );

/** Query of a client's request to `/authorize`. */
export type Query = Record<string, string>;

/** Query of the reference's CLI. */
export const clientQuery: Query = { p: '8085', s: 'abc123', c: 'apps1' };

/** Reads a hidden field of a page. */
export const hiddenField = (page: Response, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page.text)?.[1] ?? '';

/** Target of a redirect. */
export const locationOf = (response: Response): URL =>
  new URL(response.get('location') ?? '', 'http://localhost');

/** A sign-in at the identity provider: takes the authorization URL, returns the callback URL. */
export type AtProvider = (authorization: URL, who: string) => Promise<URL>;

/** At a scripted provider every user already has a code. */
const scripted: AtProvider = async ({ searchParams }, code) => {
  const back = new URL(searchParams.get('redirect_uri') ?? '');
  back.searchParams.set('state', searchParams.get('state') ?? '');
  back.searchParams.set('code', code);
  return back;
};

/** A browser with its cookies; does not follow redirects automatically. */
export interface Browser {
  get(path: string, query?: Query): request.Test;
  post(path: string, form: Record<string, string | string[]>): request.Test;
  /** From `/authorize` to the callback's response; as alice, or with another user's code or name. */
  signIn(query?: Query, who?: string): Promise<Response>;
  /** The consent page of an API. */
  consent(resource?: string, sessionId?: string): Promise<Response>;
  /** Submits the form of a consent page. */
  agree(page: Response, more?: Record<string, string>): request.Test;
}

/** A new browser. */
export const browser = (
  app: Express,
  atProvider: AtProvider = scripted,
): Browser => {
  const agent = request.agent(app);
  const self: Browser = {
    get: (path, query = {}) => agent.get(`${mount}${path}`).query(query),
    post: (path, form) => agent.post(`${mount}${path}`).type('form').send(form),
    async signIn(query = clientQuery, who = canaries.code) {
      const begun = await self.get('/authorize', query);
      const back = await atProvider(locationOf(begun), who);
      const [, which = ''] = back.pathname.split('/callback');
      return agent.get(`${mount}/callback${which}${back.search}`);
    },
    consent: async (resource = 'databases', s = 'abc123') =>
      self.get('/bind', { s, resource, group: 'example.test' }),
    agree(page, more = {}) {
      const [s, csrf, api, shown] = ['s', 'csrf', 'api', 'shown'].map(name =>
        hiddenField(page, name),
      );
      return self.post('/bind', {
        s: s ?? '',
        csrf: csrf ?? '',
        shown: shown ?? '',
        ...(api && { api }),
        ...more,
      });
    },
  };
  return self;
};
