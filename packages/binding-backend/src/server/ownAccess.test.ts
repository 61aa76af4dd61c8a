import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@klutch/kube';
import { Registry } from 'prom-client';
import { createBindingMetrics } from '../metrics/createBindingMetrics';
import { renderKubeconfig } from '../tokens/kubeconfig';
import { createOwnAccess } from './ownAccess';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'klutch-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const server = 'https://127.0.0.1:1';

const accessBy = (text: string, externalCaFile?: string) => {
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, text);
  return createOwnAccess({
    controlPlane: { kubeconfig, externalCaFile },
    logger: createLogger('test', { level: 'silent' }),
    metrics: createBindingMetrics(new Registry()),
  });
};

it('names the key of a certificate authority that cannot be read', () => {
  const kubeconfig = renderKubeconfig({ server }, 'n', 't');
  expect(() => accessBy(kubeconfig, '/none/ca.pem')).toThrow(
    'controlPlane.externalCaFile: the file /none/ca.pem cannot be read.',
  );
});

it('says which file its kubeconfig lacks', () => {
  const kubeconfig = renderKubeconfig({ server }, 'n', 't').replace(
    `server: ${server}`,
    `$&\n      certificate-authority: /none/ca.crt`,
  );
  expect(() => accessBy(kubeconfig)).toThrow(
    'The file /none/ca.crt, which the kubeconfig names, cannot be read.',
  );
});
