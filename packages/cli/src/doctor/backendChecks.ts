/** Checks of a binding backend and its identity provider. */
import { readProvider } from '../binding/provider';
import { exportUrlOf } from '../binding/providerUrls';
import { clock } from './checks/server';
import { ok, warning, type Finding } from './Finding';
import type { Check } from './runChecks';

/** The clock of the `Date` header; no credentials are sent. */
async function readClock(
  subject: string,
  url: URL,
  signal: AbortSignal,
): Promise<Finding> {
  const sentMs = Date.now();
  const response = await fetch(url, { redirect: 'manual', signal });
  await response.body?.cancel();
  const serverMs = Date.parse(response.headers.get('date') ?? '');
  return Number.isNaN(serverMs)
    ? warning(
        'Clock',
        `${subject}: the server does not tell its time`,
        'Compare the clocks yourself.',
      )
    : clock(subject, { serverMs, sentMs, receivedMs: Date.now() });
}

async function readIssuer(url: URL, signal: AbortSignal): Promise<Finding> {
  const response = await fetch(url, { signal });
  const body: unknown = await response.json().catch(() => undefined);
  const { issuer } = (body ?? {}) as { issuer?: unknown };
  if (!response.ok || typeof issuer !== 'string') {
    throw new Error(
      `${url.href} answered with status ${response.status} and no OpenID Connect metadata. Check --issuer.`,
    );
  }
  return ok('Reachability', `issuer answers at ${url.origin}`);
}

/** Reachability and clock of the binding backend. */
export function backendChecks(backend: string): Check[] {
  const subject = 'binding backend';
  const url = exportUrlOf(backend);
  return [
    {
      name: 'Reachability',
      subject,
      run: async signal => {
        const { title } = await readProvider(url, signal);
        return [
          ok('Reachability', `${subject} ${title} answers at ${url.origin}`),
        ];
      },
    },
    {
      name: 'Clock',
      subject,
      run: async signal => [await readClock(subject, url, signal)],
    },
  ];
}

/** Reachability and clock of the identity provider. */
export function issuerChecks(issuer: string): Check[] {
  if (!URL.canParse(issuer)) {
    throw new Error('The issuer is not a URL. Check --issuer.');
  }
  const subject = 'issuer';
  const url = new URL(
    `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
  );
  return [
    {
      name: 'Reachability',
      subject,
      run: async signal => [await readIssuer(url, signal)],
    },
    {
      name: 'Clock',
      subject,
      run: async signal => [await readClock(subject, url, signal)],
    },
  ];
}
