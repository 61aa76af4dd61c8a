import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { KubeConfig } from '@kubernetes/client-node';
import { eventually } from '../testing/eventually';
import { followKubeConfigOrInCluster } from './followKubeConfig';
import { loadKubeConfig } from './kubeConfig';

const stop = new AbortController();
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'follow-access-'));
});
afterAll(async () => {
  stop.abort();
  await rm(folder, { recursive: true });
});

const kubeconfig = (authority: string) =>
  JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [
      {
        name: 'pod',
        cluster: {
          server: 'https://127.0.0.1:1',
          'certificate-authority': authority,
        },
      },
    ],
    users: [{ name: 'pod', user: { token: 'a-token' } }],
    contexts: [{ name: 'pod', context: { cluster: 'pod', user: 'pod' } }],
    'current-context': 'pod',
  });

describe('followKubeConfigOrInCluster', () => {
  it.each(['in a pod', 'with a kubeconfig'])(
    'applies a renewed certificate authority %s',
    async where => {
      const authority = join(folder, 'ca.crt');
      const file = join(folder, 'kubeconfig');
      await writeFile(authority, 'the first');
      await writeFile(file, kubeconfig(authority));
      const taken: KubeConfig[] = [];
      followKubeConfigOrInCluster({
        file: where === 'in a pod' ? undefined : file,
        kubeConfig: loadKubeConfig(kubeconfig(authority)),
        follower: kubeConfig => void taken.push(kubeConfig),
        signal: stop.signal,
        pollMs: 20,
      });
      await eventually(
        'the first authority is in use',
        () => taken.length === 1,
      );
      await writeFile(authority, 'the second');
      await eventually(
        'the renewed authority is in use',
        // A file that is being written may be read empty before.
        () => taken.length > 1,
      );
      expect(taken.at(-1)?.getCurrentCluster()?.caFile).toBe(authority);
    },
  );
});
