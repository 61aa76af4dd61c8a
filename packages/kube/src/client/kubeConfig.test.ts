import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadKubeConfig, loadKubeConfigFile } from './kubeConfig';

const withUser = (user: object) =>
  JSON.stringify({
    'current-context': 'c',
    contexts: [{ name: 'c', context: { cluster: 'c', user: 'u' } }],
    clusters: [{ name: 'c', cluster: { server: 'https://example.org' } }],
    users: [{ name: 'u', user }],
  });

describe('loadKubeConfig', () => {
  it.each(['token: "secret-word', 'secret-word', '', '[1, 2]'])(
    'refuses %j without quoting it',
    text => {
      const attempt = () => loadKubeConfig(text);
      expect(attempt).toThrow('The kubeconfig cannot be read');
      expect(attempt).not.toThrow('secret-word');
    },
  );

  it.each([
    ['token-file', '/etc/passwd'],
    ['as-uid', 'x'],
    ['as-user-extra', { scopes: ['x'] }],
  ])('refuses %s, which would be ignored', (field, value) => {
    const attempt = () => loadKubeConfig(withUser({ [field]: value }));
    expect(attempt).toThrow(`has the field ${field}, which is not supported`);
  });

  it.each([[{ a: 1 }], ['a'], [[1]]])('refuses the groups %j', groups => {
    const attempt = () =>
      loadKubeConfig(withUser({ as: 'u', 'as-groups': groups }));
    expect(attempt).toThrow('The kubeconfig cannot be read');
  });

  it('resolves relative paths from a directory, but not names of programs in PATH', () => {
    const load = (user: object) =>
      loadKubeConfig(withUser(user), '/home').getCurrentUser();
    expect(
      load({ 'client-certificate': 'a/cert', 'client-key': '/etc/key' }),
    ).toMatchObject({ certFile: '/home/a/cert', keyFile: '/etc/key' });
    expect(load({ tokenFile: '../token' })?.authProvider).toEqual({
      name: 'tokenFile',
      config: { tokenFile: '/token' },
    });
    const command = (name: string) =>
      load({ exec: { command: name, args: ['x'] } })?.exec;
    expect(command('./sign-in')).toEqual({
      command: '/home/sign-in',
      args: ['x'],
    });
    expect(command('sign-in')).toEqual({ command: 'sign-in', args: ['x'] });
  });
});

describe('loadKubeConfigFile', () => {
  it('reads a file, with paths relative to its directory', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'klutch-kube-'));
    const path = join(dir, 'kubeconfig');
    await writeFile(path, withUser({ 'client-certificate': 'cert' }));
    const kubeConfig = await loadKubeConfigFile(path);
    expect(kubeConfig.getCurrentUser()?.certFile).toBe(join(dir, 'cert'));
    await rm(dir, { recursive: true });
    await expect(loadKubeConfigFile(path)).rejects.toThrow(
      `The kubeconfig file ${path} cannot be read`,
    );
  });
});
