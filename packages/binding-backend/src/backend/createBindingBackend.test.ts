import { createClient, createLogger, loadKubeConfig } from '@klutch/kube';
import { createBindingBackend } from './createBindingBackend';
import { renderKubeconfig } from '../tokens/kubeconfig';

const external = { server: 'https://127.0.0.1:1' };
const options = {
  client: createClient(loadKubeConfig(renderKubeconfig(external, 'n', 't'))),
  external,
  prettyName: 'Test',
  logger: createLogger('test', { level: 'silent' }),
};

describe('configuration of the binding backend', () => {
  it.each([0, 599, 604_801, 3_600.5, NaN])(
    'refuses a token lifetime of %d seconds',
    tokenLifetimeSeconds => {
      expect(() =>
        createBindingBackend({ ...options, tokenLifetimeSeconds }),
      ).toThrow(/tokenLifetimeSeconds is .*; it must be/);
    },
  );

  it.each([undefined, 600, 604_800])(
    'accepts a token lifetime of %s seconds',
    tokenLifetimeSeconds => {
      expect(() =>
        createBindingBackend({ ...options, tokenLifetimeSeconds }),
      ).not.toThrow();
    },
  );

  it('R12: refuses a default audience without an issuer when several issuers are configured', () => {
    const issuers = ['https://a.test', 'https://b.test'];
    const start = (defaultAudience: string[]) => () =>
      createBindingBackend({ ...options, issuers, defaultAudience });
    expect(start(['data'])).toThrow(
      /^defaultAudience: .*"data" does not name the issuer/,
    );
    expect(start(['https://a.test#data'])).not.toThrow();
  });

  it.each([-1, 1.5, 1_000_001, NaN])(
    'refuses a limit of %d service namespaces',
    serviceNamespaceLimit => {
      expect(() =>
        createBindingBackend({ ...options, serviceNamespaceLimit }),
      ).toThrow(/serviceNamespaceLimit is .*; it must be/);
    },
  );

  it.each(['', 'Cluster', '-x', 'x-', '1x', 'a'.repeat(21)])(
    'refuses the prefix "%s" at start, before any binding',
    namespacePrefix => {
      expect(() =>
        createBindingBackend({ ...options, namespacePrefix }),
      ).toThrow(/namespacePrefix .* cannot begin the name/);
    },
  );
});
