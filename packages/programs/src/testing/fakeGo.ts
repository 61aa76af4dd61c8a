/** A Go command that builds a program as a test says, without network and compiler. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ResolveOptions } from '../resolveOptions';
import { useTemporaryDirs } from './temporaryDir';

/** What is fake: the module, with the folder of its sources, and the name of its program. */
export interface FakeGo {
  /** Defines how the program is built: a command of the shell, in the folder of the sources. */
  install(command: string): void;
  /** Folder of the module's sources. */
  readonly moduleFolder: string;
  /** Options that find this Go alone, and a cache. */
  options(cache: string): ResolveOptions;
}

/** Gives each test a Go of its own. */
export function useFakeGo(module: string, program: string): FakeGo {
  const temporaryDir = useTemporaryDirs();
  let bin: string;
  let moduleFolder: string;
  beforeEach(() => {
    bin = temporaryDir();
    moduleFolder = temporaryDir();
  });
  return {
    get moduleFolder() {
      return moduleFolder;
    },
    install: command =>
      writeFileSync(
        join(bin, 'go'),
        `#!/bin/sh
case "$*" in
  'env GOVERSION') echo go1.26 ;;
  'env GOCACHE') echo ${bin}/cache ;;
  'mod download -json ${module}') echo '{"Dir": "${moduleFolder}"}' ;;
  *'./cmd/${program}') ${command} ;;
  *) exit 1 ;;
esac
`,
        { mode: 0o755 },
      ),
    options: cache => ({
      env: { KLUTCH_CACHE: cache, PATH: `${bin}:/usr/bin:/bin` },
    }),
  };
}
