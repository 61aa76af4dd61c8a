import type { APIServiceBinding } from '@klutch/bind-api';
import type { Secret } from '@klutch/kube';
import { renderKubeconfig } from '../tokens/kubeconfig';
import {
  kubeconfigSecretName,
  planKubeconfigSecret,
} from './planKubeconfigSecret';

const target = { server: 'https://control', namespace: 'cluster-x' };
const kubeconfig = renderKubeconfig(target, 'cluster-x', 'new');
const secret = (name: string, content: string): Secret => ({
  apiVersion: 'v1',
  kind: 'Secret',
  metadata: { name },
  data: { kubeconfig: Buffer.from(content).toString('base64') },
});
const old = secret(
  'kubeconfig-x7k2p',
  renderKubeconfig(target, 'cluster-x', 'old'),
);
const foreign = secret(
  'kubeconfig-other',
  renderKubeconfig({ server: 'https://other' }, 'cluster-x', 'old'),
);
const binding = (name: string): APIServiceBinding => ({
  apiVersion: 'klutch.anynines.com/v1alpha1',
  kind: 'APIServiceBinding',
  metadata: { name: 'databases.example.test' },
  spec: {
    kubeconfigSecretRef: { name, key: 'kubeconfig', namespace: 'klutch-bind' },
  },
});
const plan = (secrets: Secret[], bound?: APIServiceBinding) =>
  planKubeconfigSecret(secrets, bound, kubeconfig, target);

describe('kubeconfig secret on the app cluster', () => {
  const name = kubeconfigSecretName(target);

  it('has a name derived from server and namespace', () => {
    expect(name).toMatch(/^kubeconfig-[a-z0-9]{5}$/);
    expect(kubeconfigSecretName({ ...target, namespace: 'y' })).not.toBe(name);
    expect(plan([foreign])).toEqual({ action: 'create', name });
  });

  it('is identified by its content, whatever its name', () => {
    expect(plan([foreign, old])).toEqual({
      action: 'update',
      name: 'kubeconfig-x7k2p',
    });
    expect(plan([secret('kubeconfig-x7k2p', kubeconfig)])).toEqual({
      action: 'keep',
      name: 'kubeconfig-x7k2p',
    });
  });

  it('gets another name when its own is in use', () => {
    expect(plan([secret(name, 'rubbish')])).toEqual({ action: 'generate' });
  });

  it('is the one that an existing binding names', () => {
    const other = secret('kubeconfig-aaaaa', kubeconfig);
    expect(plan([other, old], binding('kubeconfig-x7k2p'))).toEqual({
      action: 'update',
      name: 'kubeconfig-x7k2p',
    });
    expect(plan([other], binding('kubeconfig-gone'))).toEqual({
      action: 'create',
      name: 'kubeconfig-gone',
    });
  });

  it('of another control plane is never overwritten', () => {
    expect(() => plan([foreign], binding('kubeconfig-other'))).toThrow(
      /already bound on this app cluster, to https:\/\/other/,
    );
  });
});
