import {
  existsSync,
  mkdirSync,
  readdirSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { lockFolder } from '@klutch/local-processes';
import { createTemporaryFolder } from './temporaryFolder';
import { useTemporaryDirs } from './testing/temporaryDir';

describe('a temporary folder', () => {
  const temporaryDir = useTemporaryDirs();

  it('is removed completely, or except for its logs', async () => {
    const root = temporaryDir();
    const one = await createTemporaryFolder(root);
    const two = await createTemporaryFolder(root);
    mkdirSync(join(two.dir, 'logs'));
    mkdirSync(join(two.dir, 'etcd', 'member'), { recursive: true });

    await one.remove();
    await two.removeAllExcept(join(two.dir, 'logs'));

    expect(existsSync(one.dir)).toBe(false);
    expect(readdirSync(two.dir)).toEqual(['logs']);
  });

  it('removes the folders of crashed runs and old failures, and no others', async () => {
    const root = temporaryDir();
    const folder = (name: string) => {
      mkdirSync(join(root, name));
      return join(root, name);
    };
    const crashed = folder('klutch-cluster-crashed');
    writeFileSync(
      join(crashed, 'owner.json'),
      JSON.stringify({ pid: 1, startedAt: 'another life', since: '' }),
    );
    const running = folder('klutch-cluster-running');
    await lockFolder(running, 'Cluster x');
    const starting = folder('klutch-cluster-starting');
    const old = folder('klutch-cluster-old');
    utimesSync(old, new Date('2020-01-01'), new Date('2020-01-01'));
    const foreign = folder('something-else');
    utimesSync(foreign, new Date('2020-01-01'), new Date('2020-01-01'));

    await createTemporaryFolder(root);

    expect([crashed, old].filter(existsSync)).toEqual([]);
    expect([running, starting, foreign].filter(existsSync)).toHaveLength(3);
  });
});
