import { cachedProgram, cacheFolder } from './cacheFolder';

describe('the cache folder', () => {
  it.each([
    [{ KLUTCH_CACHE: '/cache', XDG_CACHE_HOME: '/xdg', HOME: '/h' }, '/cache'],
    [{ XDG_CACHE_HOME: '/xdg', HOME: '/h' }, '/xdg/klutch'],
    [{ HOME: '/h' }, '/h/.cache/klutch'],
  ])('with %j is %s', (env, folder) => {
    expect(cacheFolder(env)).toBe(folder);
  });

  it('keeps versions and platforms apart', () => {
    expect(
      cachedProgram('/c', 'kubectl', { os: 'linux', arch: 'arm64' }),
    ).toMatch(/^\/c\/kubernetes-v1\.\d+\.\d+\/linux-arm64\/kubectl$/);
  });
});
