/** Check of the certificates of servers. */
import {
  readServerCertificate,
  type ServerCertificateOptions,
} from '@klutch/kube';
import { reasonOf } from '../binding/providerRequest';
import { certificate } from './checks/certificate';
import { ok, warning, type Finding } from './Finding';
import type { Check } from './runChecks';

/** A server whose certificate is read. */
export interface CheckedServer extends Pick<
  ServerCertificateOptions,
  'ca' | 'serverName'
> {
  url: string;
  /** Whether it is known how clients verify the certificate; only then a refusal is a finding. */
  isVerified?: boolean;
}

/** Reads the certificate of one server, and judges it. */
export async function certificateFinding(
  { ca, isVerified, serverName, url }: CheckedServer,
  signal: AbortSignal,
): Promise<Finding> {
  const target = new URL(url);
  const subject = `certificate of ${target.origin}`;
  if (target.protocol !== 'https:') {
    return ok('Certificates', `${subject}: none is used`);
  }
  try {
    const { refusal, ...ends } = await readServerCertificate(target, {
      ca,
      serverName,
      signal,
    });
    const facts = { ...ends, ...(isVerified && refusal && { refusal }) };
    return certificate(subject, facts, new Date());
  } catch (error) {
    // Says why it was aborted, with what was checked.
    if (signal.aborted) throw error;
    return warning(
      'Certificates',
      `${subject} was not read: ${reasonOf(error)}`,
      "Check the network between this machine and the server, or see the portal's Set-up page.",
    );
  }
}

/** The check of one server, such as the binding backend. */
export const certificateCheck = (server: CheckedServer): Check => ({
  name: 'Certificates',
  subject: `certificate of ${new URL(server.url).origin}`,
  run: async signal => [await certificateFinding(server, signal)],
});
