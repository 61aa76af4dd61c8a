import { readKubeconfigSecret } from './kubeconfigSecret';

const kubeconfig = (change: (text: string) => string = text => text) => {
  const text = `apiVersion: v1
kind: Config
clusters: [{name: default, cluster: {server: 'https://127.0.0.1:6443'}}]
users: [{name: default, user: {token: canary}}]
contexts: [{name: default, context: {cluster: default, user: default, namespace: cluster-x}}]
current-context: default
`;
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: 'kubeconfig-x' },
    data: { kubeconfig: Buffer.from(change(text)).toString('base64') },
  };
};
const where = 'Secret klutch-bind/kubeconfig-x';
const read = (secret: Parameters<typeof readKubeconfigSecret>[0]) =>
  readKubeconfigSecret(secret, 'kubeconfig', where);

describe('readKubeconfigSecret', () => {
  it('reads the cluster namespace from the context', () => {
    expect(read(kubeconfig())).toMatchObject({
      ok: true,
      value: { namespace: 'cluster-x', fingerprint: expect.any(String) },
    });
  });

  it('checks a Secret once, and again when its data or the Secret changes', () => {
    const secret = kubeconfig();
    const value = () => {
      const reading = read(secret);
      return reading.ok && reading.value;
    };
    const first = value();
    expect(value()).toBe(first);

    secret.data = kubeconfig(t => t.replace('canary', 'other')).data;
    expect(value()).not.toBe(first);
    expect(read(kubeconfig())).toEqual({ ok: true, value: first });
  });

  it('reports a missing Secret', () => {
    expect(read(undefined)).toMatchObject({
      ok: false,
      reason: 'KubeconfigSecretNotFound',
    });
  });

  it.each([
    ['no key', () => ({ ...kubeconfig(), data: {} })],
    ['garbage', () => kubeconfig(() => 'token: canary: {')],
    ['no current context', () => kubeconfig(t => t.replace(/current-.*/, ''))],
    [
      'no namespace',
      () => kubeconfig(t => t.replace(', namespace: cluster-x', '')),
    ],
    [
      'a program to run',
      () =>
        kubeconfig(t =>
          t.replace('token: canary', 'exec: {command: sh, apiVersion: v1}'),
        ),
    ],
    [
      'a token file',
      () =>
        kubeconfig(t => t.replace('token: canary', 'tokenFile: /etc/passwd')),
    ],
    [
      'a certificate file',
      () =>
        kubeconfig(t =>
          t.replace('{server', '{certificate-authority: /etc/passwd, server'),
        ),
    ],
  ])(
    'rejects a kubeconfig with %s and reveals nothing of it',
    (_what, make) => {
      const reading = read(make());
      expect(reading).toMatchObject({
        ok: false,
        reason: 'KubeconfigSecretInvalid',
        message: expect.stringContaining(where),
      });
      expect(JSON.stringify(reading)).not.toContain('canary');
    },
  );
});
