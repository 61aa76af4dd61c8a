// A copy of the working tree, so that defects are never applied to the working tree itself.
import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from '../lib/root';
import { workspaces } from '../lib/workspaces';

export interface TreeCopy {
  readonly folder: string;
  /** Replaces files of the copy; paths are relative to the copy. */
  write(files: ReadonlyMap<string, string>): void;
  /** Restores files of the copy from the working tree. */
  restore(files: ReadonlyMap<string, string>): void;
  remove(): void;
}

/** Tracked files, and untracked ones that git does not ignore. */
function filesOfTree(): string[] {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard'],
    { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  );
  return listed
    .split('\0')
    .filter(file => file !== '' && existsSync(join(root, file)));
}

/** Links the installed packages; the links of the project's own packages refer to the copy. */
function linkModules(folder: string): void {
  const installed = join(root, 'node_modules');
  const linked = join(folder, 'node_modules');
  mkdirSync(join(linked, '@klutch'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@klutch') {
      symlinkSync(join(installed, name), join(linked, name));
    }
  }
  for (const name of readdirSync(join(installed, '@klutch'))) {
    // Yarn's links are relative, so the same link refers to the copy.
    const target = readlinkSync(join(installed, '@klutch', name));
    symlinkSync(target, join(linked, '@klutch', name));
  }
  for (const workspace of workspaces()) {
    const own = join(root, workspace, 'node_modules');
    if (existsSync(own)) {
      symlinkSync(own, join(folder, workspace, 'node_modules'));
    }
  }
}

/** Copies the tree into a temporary folder. */
export function copyTree(): TreeCopy {
  const folder = mkdtempSync(join(tmpdir(), 'klutch-mutants-'));
  for (const file of filesOfTree()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(root, file), join(folder, file), { verbatimSymlinks: true });
  }
  linkModules(folder);

  return {
    folder,
    write: files =>
      files.forEach((text, file) => writeFileSync(join(folder, file), text)),
    restore: files =>
      files.forEach((_, file) => cpSync(join(root, file), join(folder, file))),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
