import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '../testing/host';
import { packFolder, unpackFolder } from './folderArchive';

describe('a folder as one file', () => {
  const { signal } = new AbortController();
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    await mkdir(join(folder, 'from', 'deep', 'down'), { recursive: true });
    await writeFile(join(folder, 'from', 'deep', 'down', 'empty'), '');
    await writeFile(join(folder, 'from', 'deep', 'last'), Buffer.alloc(9, 255));
    await mkdir(join(folder, 'to'));
    await packFolder(join(folder, 'from'), join(folder, 'file'), signal);
  });
  afterEach(() => removeFolder(folder));

  const unpack = () =>
    unpackFolder(join(folder, 'file'), {
      folder: join(folder, 'to'),
      runAs: {},
      signal,
    });

  it('is unpacked as it was, and readable by its owner alone', async () => {
    expect((await stat(join(folder, 'file'))).mode % 0o100).toBe(0);
    await unpack();
    const names = await readdir(join(folder, 'to'), { recursive: true });
    expect(names.sort()).toEqual([
      'deep',
      'deep/down',
      'deep/down/empty',
      'deep/last',
    ]);
    expect(await readFile(join(folder, 'to', 'deep', 'last'))).toEqual(
      Buffer.alloc(9, 255),
    );
  });

  it.each<[string, (content: Buffer) => Buffer]>([
    ['is cut off', content => content.subarray(0, content.indexOf(255) + 4)],
    ['is something else', () => Buffer.from('hello')],
  ])('is refused when the file %s', async (_, change) => {
    const file = join(folder, 'file');
    await writeFile(file, change(await readFile(file)));
    await expect(unpack()).rejects.toThrow(/backup is not complete/);
  });
});
