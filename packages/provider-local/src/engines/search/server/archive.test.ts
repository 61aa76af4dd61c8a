import { mkdir, readFile, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '../../../testing/host';
import { unpackArchive, writeArchive } from './archive';

describe('a folder as one file', () => {
  const { signal } = new AbortController();
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
    await mkdir(join(folder, 'from', 'deep', 'down'), { recursive: true });
    await writeFile(join(folder, 'from', 'first'), 'one\n');
    await writeFile(join(folder, 'from', 'deep', 'down', 'empty'), '');
    await writeFile(join(folder, 'from', 'deep', 'last'), Buffer.alloc(9, 255));
    await mkdir(join(folder, 'to'));
    await writeArchive(join(folder, 'file'), join(folder, 'from'), signal);
  });
  afterEach(() => removeFolder(folder));

  const unpack = () =>
    unpackArchive(join(folder, 'file'), {
      folder: join(folder, 'to'),
      runAs: {},
      signal,
    });
  const change = async (edit: (content: Buffer) => Buffer) => {
    const file = join(folder, 'file');
    await writeFile(file, edit(await readFile(file)));
  };

  it('is unpacked as it was, and readable by its owner alone', async () => {
    expect((await stat(join(folder, 'file'))).mode % 0o100).toBe(0);
    await unpack();
    const names = await readdir(join(folder, 'to'), { recursive: true });
    expect(names.sort()).toEqual(
      ['deep', 'deep/down', 'deep/down/empty', 'deep/last', 'first'].sort(),
    );
    expect(await readFile(join(folder, 'to', 'deep', 'last'))).toEqual(
      Buffer.alloc(9, 255),
    );
  });

  it.each<[string, (content: Buffer) => Buffer]>([
    ['is cut off', content => content.subarray(0, -1)],
    [
      'has a changed byte',
      content => Buffer.concat([content.subarray(0, -1), Buffer.from([1])]),
    ],
    [
      'leads out of the folder',
      content =>
        Buffer.from(
          content.toString('latin1').replace('"first"', '"../ab"'),
          'latin1',
        ),
    ],
    ['is something else', () => Buffer.from('hello')],
  ])('is refused when the file %s', async (_, edit) => {
    await change(edit);
    await expect(unpack()).rejects.toThrow(/incomplete or damaged/);
  });
});
