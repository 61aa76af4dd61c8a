import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeFolder, temporaryFolder } from '../testing/host';
import { ProgramRequest, findServerPrograms } from './serverPrograms';

describe('the programs of a server', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await temporaryFolder();
  });
  afterEach(() => removeFolder(folder));

  const put = async (name: string, script: string) => {
    const bin = join(folder, name);
    await mkdir(bin);
    for (const program of ['thingd', 'thing-dump']) {
      await writeFile(join(bin, program), `#!/bin/sh\n${script}\n`, {
        mode: 0o755,
      });
    }
    return bin;
  };
  const request = (
    title: string,
    major: string,
  ): ProgramRequest<'thingd' | 'thing-dump'> => ({
    title,
    programs: ['thingd', 'thing-dump'],
    accepts: version => version.startsWith(major),
    folders: [join(folder, '*')],
    formulas: [],
    packages: [],
  });
  const find = (...requests: ProgramRequest<'thingd' | 'thing-dump'>[]) =>
    findServerPrograms(
      { runAs: {}, folder, onProgress: () => {} },
      requests,
      'Install thing-server.',
    );

  it('are of a version that the engine accepts', async () => {
    await put('old', 'echo thing 9.6');
    const bin = await put('new', 'echo thing Ver 15.2-3');
    await expect(find(request('Thing 15', '15.'))).resolves.toEqual({
      title: 'Thing 15',
      version: '15.2',
      programs: {
        thingd: join(bin, 'thingd'),
        'thing-dump': join(bin, 'thing-dump'),
      },
      prefix: folder,
      env: {},
    });
  });

  it('can have a version that the engine finds out itself', async () => {
    await put('silent', 'exit 1');
    await expect(
      find({
        ...request('Thing 15', '15.'),
        readVersion: async (_, run) =>
          (await run('/bin/echo', ['15.3'])).trim(),
      }),
    ).resolves.toMatchObject({ version: '15.3' });
  });

  it('can be those of another server when the first has none', async () => {
    await put('old', 'echo thing 9.6');
    await expect(
      find(request('Thing 15', '15.'), request('Thing 9', '9.')),
    ).resolves.toMatchObject({ title: 'Thing 9', version: '9.6' });
  });

  it('that are missing are named, with what was tried and what to install', async () => {
    const old = await put('old', 'echo thing 9.6');
    await expect(find(request('Thing 15', '15.'))).rejects.toMatchObject({
      name: 'ServiceError',
      retry: true,
      message: `This machine has no Thing 15. Install thing-server. Tried: Thing 15 is not on the PATH, and ${old}/thingd is version 9.6; this system has no packages of Thing 15.`,
    });
  });

  it('that do not start are skipped', async () => {
    await put('broken', 'echo thing 15.2; echo no library >&2; exit 1');
    await expect(find(request('Thing 15', '15.'))).rejects.toThrow(
      /broken\/thingd does not start: no library/,
    );
  });
});
