import {
  kubeconfigTarget,
  kubeconfigToken,
  renderKubeconfig,
} from './kubeconfig';

const external = {
  server: 'https://control.example:6443',
  caData: 'Y2E=',
  tlsServerName: 'kubernetes',
};

describe('kubeconfig of an app cluster', () => {
  it('contains server, CA, token and the cluster namespace', () => {
    const yaml = renderKubeconfig(external, 'cluster-x', 'the-token');
    expect(yaml).toContain('server: https://control.example:6443');
    expect(yaml).toContain('tls-server-name: kubernetes');
    expect(yaml).toContain('certificate-authority-data: Y2E=');
    expect(kubeconfigToken(yaml)).toBe('the-token');
    expect(kubeconfigTarget(yaml)).toEqual({
      server: 'https://control.example:6443',
      namespace: 'cluster-x',
    });
  });

  it('omits what is not configured', () => {
    const yaml = renderKubeconfig({ server: 'https://x' }, 'cluster-x', 't');
    expect(yaml).not.toContain('tls-server-name');
    expect(yaml).not.toContain('certificate-authority-data');
  });

  it.each(['', 'nonsense', '{', 'apiVersion: v1\nkind: Config\n'])(
    'is not parsed from "%s"',
    text => {
      expect(kubeconfigTarget(text)).toBeUndefined();
      expect(kubeconfigToken(text)).toBeUndefined();
    },
  );
});
