import { cacheFolder } from './cacheFolder';

describe('the cache folder', () => {
  it.each([
    [{ KLUTCH_CACHE: '/cache', XDG_CACHE_HOME: '/xdg', HOME: '/h' }, '/cache'],
    [{ XDG_CACHE_HOME: '/xdg', HOME: '/h' }, '/xdg/klutch'],
    [{ HOME: '/h' }, '/h/.cache/klutch'],
  ])('with %j is %s', (env, folder) => {
    expect(cacheFolder(env)).toBe(folder);
  });
});
