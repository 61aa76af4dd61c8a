import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { useTemporaryDirs } from '../testing/temporaryDir';
import {
  aptConfiguration,
  debianPrograms,
  debianRelease,
} from './debianPrograms';

const BOOKWORM = 'ID=debian\nVERSION_CODENAME=bookworm\n';

describe('the release of a system', () => {
  it.each([
    [BOOKWORM, 'bookworm'],
    ['ID="ubuntu"\nID_LIKE="debian"\nVERSION_CODENAME=noble', 'noble'],
    ['ID=linuxmint\nID_LIKE="ubuntu debian"\nVERSION_CODENAME=x', 'x'],
    ['ID=fedora\nVERSION_CODENAME=""', undefined],
    ['', undefined],
  ])('%j is %s', (osRelease, release) => {
    expect(debianRelease(osRelease)).toBe(release);
  });
});

describe('programs of Debian packages', () => {
  const temporaryDir = useTemporaryDirs();
  let fakes: string;
  let cache: string;
  let progress: string[];

  const script = (name: string, text: string) => {
    writeFileSync(join(fakes, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(fakes, name), 0o755);
  };
  /** The calls of apt-get, without its configuration. */
  const calls = () =>
    readFileSync(join(fakes, 'calls'), 'utf8').trim().split('\n');

  beforeEach(() => {
    fakes = temporaryDir();
    cache = temporaryDir();
    progress = [];
    // Packages of the fake apt-get are scripts that the fake dpkg runs in the target's folder.
    script(
      'dpkg',
      `mkdir -p "$3/usr/sbin" "$3/usr/lib/x86_64-linux-gnu" && cd "$3" && . "$2"`,
    );
  });

  /** An apt-get that finds the package only when `condition`, in shell syntax, holds. */
  const fakeApt = (condition: string) =>
    script(
      'apt-get',
      `shift 3; echo "$@" >> ${fakes}/calls
       if [ "$1" = update ]; then touch ${fakes}/updated; exit; fi
       if ! ${condition}; then echo "E: Unable to locate package $4"; exit 100; fi
       echo "echo '#!/bin/sh' > usr/sbin/thingd; chmod 755 usr/sbin/thingd" > archives/thing.deb`,
    );

  const find = (options: { osRelease?: string; signal?: AbortSignal } = {}) =>
    debianPrograms(
      {
        packages: ['thing'],
        programs: ['thingd'],
        env: { KLUTCH_CACHE: cache, PATH: `${fakes}:/usr/bin:/bin` },
        onProgress: text => progress.push(text),
        signal: options.signal,
      },
      async () => options.osRelease ?? BOOKWORM,
    );

  it('are downloaded and unpacked once, and run with their own libraries', async () => {
    fakeApt('true');
    const { programs, prefix, env } = await find();
    expect(programs.thingd).toBe(join(prefix, 'sbin', 'thingd'));
    expect(env.PATH).toBe(
      `${prefix}/bin:${prefix}/sbin:${fakes}:/usr/bin:/bin`,
    );
    expect(env.LD_LIBRARY_PATH).toBe(`${prefix}/lib/x86_64-linux-gnu`);
    expect(readdirSync(join(prefix, '..', '..'))).toEqual(['thing']);

    await find();
    expect(calls()).toEqual(['install --download-only --reinstall thing']);
    expect(progress).toEqual(['Debian packages thing: downloading']);
  });

  it('are downloaded with new package lists when those of the system do not lead to them', async () => {
    fakeApt(`[ -e ${'$'}{0%/*}/updated ]`);
    await find();
    expect(calls()).toEqual([
      'install --download-only --reinstall thing',
      'update',
      'install --download-only --reinstall thing',
    ]);
    expect(progress[1]).toBe(
      'Debian packages thing: no download with the package lists of this system (apt-get failed (code 100): E: Unable to locate package thing)',
    );
  });

  it('that do not exist are named, with what to install', async () => {
    fakeApt('false');
    await expect(find()).rejects.toThrow(
      /Debian packages thing could not be found[^]*new package lists: .*Unable to locate package thing[^]*sudo apt-get install thing/,
    );
  });

  it('must be in their packages', async () => {
    fakeApt('true');
    script('dpkg', 'mkdir -p "$3"');
    await expect(find()).rejects.toThrow(/there is no program thingd in/);
  });

  it('are refused on other systems', async () => {
    await expect(find({ osRelease: 'ID=fedora' })).rejects.toThrow(
      'Debian packages thing: this system is neither Debian nor Ubuntu',
    );
  });

  it('end their download when aborted, and leave nothing behind', async () => {
    const stop = new AbortController();
    script('apt-get', `touch ${fakes}/started; exec sleep 60`);
    const finding = find({ signal: stop.signal });
    finding.catch(() => undefined);
    while (!readdirSync(fakes).includes('started'))
      await new Promise(resolve => setTimeout(resolve, 20));
    stop.abort(new Error('enough'));
    await expect(finding).rejects.toThrow('enough');
    expect(readdirSync(join(cache, 'debian'))).toHaveLength(1);
    const [folder = ''] = readdirSync(join(cache, 'debian'));
    expect(readdirSync(join(cache, 'debian', folder))).toEqual([]);
  });

  it('leave the lists, caches and locks of the system alone', () => {
    const configuration = aptConfiguration({ archives: '/a', lists: '/l' });
    expect(configuration).toContain('Dir::Cache::archives "/a";');
    expect(configuration).toContain('Dir::State::lists "/l";');
    expect(configuration).toContain('Debug::NoLocking "true";');
    expect(configuration).toContain('#clear APT::Update::Post-Invoke;');
  });
});
