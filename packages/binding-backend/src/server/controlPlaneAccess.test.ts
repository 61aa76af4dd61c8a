import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@klutch/kube';
import { Registry } from 'prom-client';
import { createBindingMetrics } from '../metrics/createBindingMetrics';
import { renderKubeconfig } from '../tokens/kubeconfig';
import { controlPlaneAccess } from './controlPlaneAccess';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'klutch-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const server = 'https://127.0.0.1:1';

const accessBy = (text?: string, externalCaFile?: string) => {
  const file = join(folder, 'kubeconfig');
  if (text !== undefined) writeFileSync(file, text);
  const kubeconfig = text === undefined ? undefined : file;
  return controlPlaneAccess({
    controlPlane: { kubeconfig, externalCaFile },
    logger: createLogger('test', { level: 'silent' }),
    metrics: createBindingMetrics(new Registry()),
  });
};

it('error names the key of a certificate authority that cannot be read', () => {
  const kubeconfig = renderKubeconfig({ server }, 'n', 't');
  expect(() => accessBy(kubeconfig, '/none/ca.pem')).toThrow(
    'controlPlane.externalCaFile: the file /none/ca.pem cannot be read.',
  );
});

it('refuses a file without a certificate as the certificate authority', () => {
  const ca = join(folder, 'ca.pem');
  writeFileSync(ca, 'no certificate');
  const kubeconfig = renderKubeconfig({ server }, 'n', 't');
  expect(() => accessBy(kubeconfig, ca)).toThrow(
    `controlPlane.externalCaFile: the file ${ca} has no certificate.`,
  );
});

it('error names the key of the kubeconfig outside of a pod', () => {
  const environment = jest.replaceProperty(process, 'env', {});
  expect(() => accessBy(undefined)).toThrow(
    'Not inside a cluster. Set controlPlane.kubeconfig in the configuration.',
  );
  environment.restore();
});

it('error names a missing file of the kubeconfig', () => {
  const kubeconfig = renderKubeconfig({ server }, 'n', 't').replace(
    `server: ${server}`,
    `$&\n      certificate-authority: /none/ca.crt`,
  );
  expect(() => accessBy(kubeconfig)).toThrow(
    'The file /none/ca.crt, which the kubeconfig names, cannot be read.',
  );
});
