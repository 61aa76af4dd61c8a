import { createPublicKey, X509Certificate } from 'node:crypto';
import { createAuthority, createSigningKey, issueCertificate } from './pki';

const DAY_MS = 86_400_000;

describe('certificates', () => {
  it('are signed by their own CA only', async () => {
    const [authority, other] = await Promise.all([
      createAuthority('one'),
      createAuthority('two'),
    ]);
    const issued = new X509Certificate(
      (await issueCertificate(authority, { commonName: 'x', usage: 'client' }))
        .cert,
    );
    const ca = new X509Certificate(authority.cert);
    expect(ca.ca).toBe(true);
    expect(issued.ca).toBe(false);
    expect(issued.checkIssued(ca)).toBe(true);
    expect(issued.verify(ca.publicKey)).toBe(true);
    expect(issued.verify(new X509Certificate(other.cert).publicKey)).toBe(
      false,
    );
  });

  it('carry a user and each of its groups, whatever characters these have', async () => {
    const { cert } = await issueCertificate(await createAuthority('ca'), {
      commonName: 'system:serviceaccount:klutch-bind:konnector',
      organizations: ['a, O=system:masters', 'b'],
      usage: 'client',
    });
    const { subject, keyUsage } = new X509Certificate(cert);
    expect(subject.split('\n')).toEqual([
      'CN=system:serviceaccount:klutch-bind:konnector',
      'O=a\\, O=system:masters',
      'O=b',
    ]);
    // Extended key usage: client authentication, and nothing else.
    expect(keyUsage).toEqual(['1.3.6.1.5.5.7.3.2']);
  });

  it('of a server name its hosts', async () => {
    const { cert } = await issueCertificate(await createAuthority('ca'), {
      commonName: 'server',
      usage: 'server',
      hosts: [
        { type: 'dns', value: 'localhost' },
        { type: 'ip', value: '127.0.0.1' },
      ],
    });
    const server = new X509Certificate(cert);
    expect(server.checkHost('localhost')).toBe('localhost');
    expect(server.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(server.checkHost('example.org')).toBeUndefined();
    expect(server.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1']);
  });

  it('are valid now, for slow clocks, and for years', async () => {
    const cert = new X509Certificate((await createAuthority('ca')).cert);
    expect(Date.parse(cert.validFrom)).toBeLessThan(Date.now() - 60_000);
    expect(Date.parse(cert.validTo)).toBeGreaterThan(
      Date.now() + 3_000 * DAY_MS,
    );
  });

  it('include a key pair for tokens', async () => {
    const { privateKey, publicKey } = await createSigningKey();
    const derived = createPublicKey(privateKey).export({
      type: 'spki',
      format: 'pem',
    });
    expect(derived).toBe(publicKey);
  });
});
