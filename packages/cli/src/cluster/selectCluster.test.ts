import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { selectCluster } from './selectCluster';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'klutch-cli-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function kubeconfig(name: string, namespace?: string) {
  const file = join(folder, name);
  await writeFile(
    file,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name, cluster: { server: `https://${name}.test` } }],
      users: [{ name, user: { token: 'none' } }],
      contexts: [{ name, context: { cluster: name, user: name, namespace } }],
      'current-context': name,
    }),
  );
  return file;
}

const selected = async (
  flags: Parameters<typeof selectCluster>[0],
  files: string[] = [],
) => {
  const { client, namespace } = await selectCluster(flags, {
    KUBECONFIG: files.join(delimiter),
  });
  await client.close();
  return namespace;
};

describe('selectCluster', () => {
  it("takes the context's namespace, or that of the flag", async () => {
    const file = await kubeconfig('dev', 'team-a');
    expect(await selected({ kubeconfig: file })).toBe('team-a');
    expect(await selected({ kubeconfig: file, namespace: 'team-b' })).toBe(
      'team-b',
    );
    expect(await selected({ kubeconfig: await kubeconfig('bare') })).toBe(
      'default',
    );
  });

  it('merges the files of KUBECONFIG, of which the first decides, and skips those that do not exist', async () => {
    const files = [
      join(folder, 'missing'),
      await kubeconfig('first', 'one'),
      await kubeconfig('second', 'two'),
    ];
    expect(await selected({}, files)).toBe('one');
    expect(await selected({ context: 'second' }, files)).toBe('two');
  });

  it('names the contexts when the chosen one does not exist', async () => {
    const file = await kubeconfig('dev');
    await expect(
      selected({ kubeconfig: file, context: 'prod' }),
    ).rejects.toThrow('has no context "prod". Choose one with --context: dev.');
  });

  it('names the files that do not exist', async () => {
    const files = ['one', 'two'].map(name => join(folder, name));
    await expect(selected({}, files)).rejects.toThrow(
      `Set --kubeconfig, because there is no kubeconfig at ${files.join(' or ')}.`,
    );
  });

  it('says which file cannot be read', async () => {
    await expect(
      selected({ kubeconfig: join(folder, 'missing') }),
    ).rejects.toThrow('missing cannot be read');
  });
});
