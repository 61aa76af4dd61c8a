import { X509Certificate } from 'node:crypto';
import { parse } from 'yaml';
import { createAuthority } from '@klutch/local-processes';
import { createUserKubeconfig } from './userKubeconfig';

describe('the kubeconfig of a user', () => {
  it('names the cluster and holds a certificate of the user', async () => {
    const authority = await createAuthority('ca');
    const text = await createUserKubeconfig({
      cluster: 'apps',
      url: 'https://127.0.0.1:6443',
      authority,
      user: 'klutch:alice',
      groups: ['klutch:developers'],
    });
    const config = parse(text);
    const decode = (data: string) => Buffer.from(data, 'base64').toString();
    expect(config).toMatchObject({
      kind: 'Config',
      'current-context': 'apps',
      contexts: [
        { name: 'apps', context: { cluster: 'apps', user: 'klutch:alice' } },
      ],
      clusters: [
        { name: 'apps', cluster: { server: 'https://127.0.0.1:6443' } },
      ],
    });
    expect(
      decode(config.clusters[0].cluster['certificate-authority-data']),
    ).toBe(authority.cert);
    const { subject } = new X509Certificate(
      decode(config.users[0].user['client-certificate-data']),
    );
    expect(subject).toBe('CN=klutch:alice\nO=klutch:developers');
  });
});
