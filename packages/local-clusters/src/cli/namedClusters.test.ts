import { clustersFolder, namedFolder } from './namedClusters';
import { formatStatus } from './runCli';

describe('clusters by name', () => {
  it.each([
    [{ KLUTCH_CLUSTERS: '/c', HOME: '/h' }, '/c'],
    [{ XDG_STATE_HOME: '/state', HOME: '/h' }, '/state/klutch/clusters'],
    [{ HOME: '/h' }, '/h/.local/state/klutch/clusters'],
  ])('with %j are in %s', (env, folder) => {
    expect(clustersFolder(env)).toBe(folder);
  });

  it.each(['../etc', '', 'Dev', 'a/b', '-x', 'x'.repeat(64)])(
    'are not called "%s"',
    name => {
      expect(() => namedFolder(name, { KLUTCH_CLUSTERS: '/c' })).toThrow(
        /is no valid cluster name: use lower-case letters/,
      );
    },
  );

  it('have a folder each', () => {
    expect(namedFolder('dev-1', { KLUTCH_CLUSTERS: '/c' })).toBe('/c/dev-1');
  });

  it('are shown as a table', () => {
    const owner = { pid: 4711, startedAt: '', since: 'noon', programs: [] };
    const table = formatStatus([
      { name: 'apps', dir: '/c/apps', url: 'https://127.0.0.1:1', owner },
      { name: 'new', dir: '/c/new' },
    ]);
    expect(table.split('\n')).toEqual([
      'NAME  STATE    URL                  PROCESS  SINCE  FOLDER',
      'apps  running  https://127.0.0.1:1  4711     noon   /c/apps',
      'new   stopped  -                    -        -      /c/new',
    ]);
  });
});
