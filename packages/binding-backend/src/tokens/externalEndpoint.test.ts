import type { loadKubeConfig } from '@klutch/kube';
import { externalEndpoint } from './externalEndpoint';

const server = 'https://10.0.0.1:6443';
const own = {
  getCurrentCluster: () => ({
    name: 'own',
    server,
    skipTLSVerify: false,
    caData: 'T1dO',
    tlsServerName: 'internal.apiserver',
  }),
} as Partial<ReturnType<typeof loadKubeConfig>> as ReturnType<
  typeof loadKubeConfig
>;

it.each([
  ['nothing else is configured', {}],
  ['the same server is configured', { server }],
])('is the address in the own kubeconfig when %s', (_, options) => {
  expect(externalEndpoint(own, options)).toEqual({
    server,
    caData: 'T1dO',
    tlsServerName: 'internal.apiserver',
  });
});

it('has no TLS server name of another server', () => {
  const elsewhere = { server: 'https://control.example' };
  expect(externalEndpoint(own, elsewhere)).toEqual({
    ...elsewhere,
    caData: 'T1dO',
  });
  const named = { ...elsewhere, tlsServerName: 'public.apiserver' };
  expect(externalEndpoint(own, named)).toMatchObject(named);
});

it('is no server to which a token could be read in transit', () => {
  expect(() =>
    externalEndpoint(own, { server: 'http://control.example' }),
  ).toThrow(/begins with https/);
});
