/** Checks of a binding backend and its identity provider. */
import { metadataUrlOf, readIssuerMetadata } from '@klutch/binding-backend';
import { readHttpClock } from '@klutch/kube';
import { readProvider } from '../binding/provider';
import { exportUrlOf } from '../binding/providerUrls';
import { clock } from './checks/server';
import { ok, warning, type Finding } from './Finding';
import type { Check } from './runChecks';

async function readClock(
  subject: string,
  url: URL,
  signal: AbortSignal,
): Promise<Finding> {
  const reading = await readHttpClock(url, signal);
  return reading
    ? clock(subject, reading)
    : warning(
        'Clock',
        `${subject}: the server does not tell its time`,
        'Compare the clocks yourself.',
      );
}

async function readIssuer(
  issuer: string,
  signal: AbortSignal,
): Promise<Finding> {
  const { metadata, status, url } = await readIssuerMetadata(issuer, {
    signal,
  });
  if (!metadata) {
    throw new Error(
      `${url.href} answered with status ${status} and no OpenID Connect metadata. Check --issuer.`,
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
  return [
    {
      name: 'Reachability',
      subject,
      run: async signal => [await readIssuer(issuer, signal)],
    },
    {
      name: 'Clock',
      subject,
      run: async signal => [
        await readClock(subject, metadataUrlOf(issuer), signal),
      ],
    },
  ];
}
