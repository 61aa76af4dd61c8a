/** A real Keycloak in development mode: its data in memory, its files in a folder of its own. */
import { randomBytes } from 'node:crypto';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pickPort, startProcess, type KeyPair } from '@klutch/local-processes';
import { resolveJava, resolveKeycloak } from '@klutch/programs';
import fetchCookie from 'fetch-cookie';
import { clients, realm, realmName } from './keycloakRealm';

/** A Keycloak that is not running yet; its address is known before, for the configuration of its clients. */
export interface Keycloak {
  issuer: string;
  clientSecret: string;
  start(): Promise<void>;
  /** Signs in as a browser does; returns the callback URL. */
  signIn(authorization: URL, who: string): Promise<URL>;
  /** The access token of a client's service account. */
  machineToken(clientId: string): Promise<string>;
  /** All tokens of a user who signs in with a password at a client; default: the sign-in client. */
  tokensOf(
    who: string,
    clientId?: string,
  ): Promise<{ access_token: string; id_token: string }>;
  stop(): Promise<void>;
}

const unescapeHtml = (text: string) => text.replaceAll('&amp;', '&');

/** Keycloak's own login page is a form, and works without scripts. */
const submitLogin = async (authorization: URL, name: string, word: string) => {
  const browser = fetchCookie(fetch);
  const page = await (await browser(authorization)).text();
  const [, action] =
    /<form id="kc-form-login"[^>]* action="([^"]+)"/.exec(page) ?? [];
  if (!action) throw new Error(`There is no sign-in form:\n${page}`);
  const answer = await browser(unescapeHtml(action), {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ username: name, password: word }),
  });
  const location = answer.headers.get('location');
  if (!location) throw new Error(`Keycloak answers ${answer.status}.`);
  return new URL(location);
};

/** Flags and files of a Keycloak that is reached by TLS as well. */
const serveTls = async (folder: string, port: number, tls: KeyPair) => {
  const certificate = join(folder, 'tls.crt');
  const key = join(folder, 'tls.key');
  await writeFile(certificate, tls.cert);
  await writeFile(key, tls.key, { mode: 0o600 });
  return [
    `--hostname=https://127.0.0.1:${port}`,
    `--https-port=${port}`,
    `--https-certificate-file=${certificate}`,
    `--https-certificate-key-file=${key}`,
  ];
};

/**
 * Prepares a Keycloak; `start` takes half a minute.
 *
 * @param tls - a certificate for 127.0.0.1: the issuer is then an https address, as API servers require
 */
export const prepareKeycloak = async (
  redirectUri: string,
  tls?: KeyPair,
): Promise<Keycloak> => {
  const port = await pickPort();
  const tlsPort = await pickPort();
  const realmUrl = `http://127.0.0.1:${port}/realms/${realmName}`;
  const issuer = tls
    ? `https://127.0.0.1:${tlsPort}/realms/${realmName}`
    : realmUrl;
  const secret = randomBytes(24).toString('base64url');
  const folder = await mkdtemp(join(tmpdir(), 'klutch-keycloak-'));
  const installation = join(folder, 'keycloak');
  let stopProcess: () => Promise<unknown> = async () => undefined;

  const tokens = async (form: Record<string, string>) => {
    const answer = await fetch(`${realmUrl}/protocol/openid-connect/token`, {
      method: 'POST',
      body: new URLSearchParams({ client_secret: secret, ...form }),
    });
    if (answer.ok) return answer.json();
    throw new Error(`Keycloak answers ${answer.status}.`);
  };

  return {
    issuer,
    clientSecret: secret,
    async start() {
      await cp(await resolveKeycloak(), installation, { recursive: true });
      const imports = join(installation, 'data', 'import');
      await mkdir(imports, { recursive: true });
      const content = JSON.stringify(realm(redirectUri, secret));
      await writeFile(join(imports, 'klutch-realm.json'), content);
      const running = await startProcess({
        name: 'Keycloak',
        command: join(installation, 'bin', 'kc.sh'),
        args: [
          'start-dev',
          '--db=dev-mem',
          '--import-realm',
          '--http-host=127.0.0.1',
          `--http-port=${port}`,
          ...(tls ? await serveTls(folder, tlsPort, tls) : []),
        ],
        env: {
          PATH: process.env.PATH,
          JAVA: await resolveJava(),
          JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m',
        },
        logFile: join(folder, 'keycloak.log'),
        ready: async () => (await fetch(realmUrl)).ok,
        readyTimeoutMs: 300_000,
        keepAlive: false,
      });
      stopProcess = () => running.stop();
    },
    signIn: (authorization, who) => submitLogin(authorization, who, secret),
    machineToken: async clientId => {
      const grant = { grant_type: 'client_credentials', client_id: clientId };
      return (await tokens(grant)).access_token;
    },
    tokensOf: (who, clientId = clients.web) =>
      tokens({
        grant_type: 'password',
        client_id: clientId,
        scope: 'openid',
        username: who,
        password: secret,
      }),
    async stop() {
      await stopProcess();
      await rm(folder, { recursive: true });
    },
  };
};
