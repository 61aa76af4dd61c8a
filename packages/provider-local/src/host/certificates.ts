/** Certificates of servers, for plans with TLS. */
import { createAuthority, issueCertificate } from '@klutch/local-processes';

/** PEM texts. The authority's key is discarded after signing this certificate. */
export interface ServerCertificate {
  caCertificate: string;
  certificate: string;
  privateKey: string;
}

/** Issues a certificate for 127.0.0.1 and localhost under a new authority. */
export async function issueServerCertificate(
  title: string,
): Promise<ServerCertificate> {
  const authority = await createAuthority(`klutch ${title} ca`);
  const { cert, key } = await issueCertificate(authority, {
    commonName: '127.0.0.1',
    usage: 'server',
    hosts: [
      { type: 'ip', value: '127.0.0.1' },
      { type: 'dns', value: 'localhost' },
    ],
  });
  return { caCertificate: authority.cert, certificate: cert, privateKey: key };
}
