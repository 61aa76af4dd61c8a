import {
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { useTemporaryDirs } from '../testing/temporaryDir';
import { relocateScript, relocateScripts } from './relocateScripts';

describe('the relocation of a script', () => {
  const relocate = (script: string, ...files: string[]) =>
    relocateScript(script, '/cache/erlang', path => files.includes(path));

  it('replaces paths of files in the folder, and no others', () => {
    const script = [
      '#!/usr/bin/perl',
      'ROOTDIR=/usr/lib/erlang',
      'exec "/usr/lib/erlang/bin/erl" $HOME/usr/lib/erlang >/var/log/x',
      '. /etc/default/none',
    ].join('\n');
    expect(
      relocate(
        script,
        '/usr/bin/perl',
        '/usr/lib/erlang',
        '/usr/lib/erlang/bin/erl',
      ),
    ).toBe(
      [
        '#!/usr/bin/perl',
        'ROOTDIR=/cache/erlang/usr/lib/erlang',
        'exec "/cache/erlang/usr/lib/erlang/bin/erl" $HOME/usr/lib/erlang >/var/log/x',
        '. /etc/default/none',
      ].join('\n'),
    );
  });

  describe('in a folder', () => {
    const temporaryDir = useTemporaryDirs();

    it('keeps modes, binaries and dangling links', async () => {
      const root = temporaryDir();
      const bin = join(root, 'usr', 'bin');
      mkdirSync(bin, { recursive: true });
      writeFileSync(join(bin, 'a'), '#!/bin/sh\n/usr/bin/b', { mode: 0o755 });
      writeFileSync(join(bin, 'b'), '\x7fELF /usr/bin/a');
      symlinkSync('none', join(bin, 'c'));
      await relocateScripts(root, '/final');
      expect(readFileSync(join(bin, 'a'), 'utf8')).toBe(
        '#!/bin/sh\n/final/usr/bin/b',
      );
      expect(statSync(join(bin, 'a')).mode & 0o777).toBe(0o755);
      expect(readFileSync(join(bin, 'b'), 'utf8')).toBe('\x7fELF /usr/bin/a');
    });
  });
});
