// Finds the tests with long runs: files that read KLUTCH_LONG, or use describeLong or itLong.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './root';
import { workspaces } from './workspaces';

/** Paths of the test files, relative to the repository. */
export const longTests = (): string[] =>
  workspaces()
    // Its suites are a step of their own.
    .filter(folder => folder !== 'test/e2e')
    .flatMap(folder =>
      readdirSync(join(root, folder, 'src'), { recursive: true }).map(file =>
        join(folder, 'src', String(file)),
      ),
    )
    .filter(
      file =>
        /\.test\.tsx?$/.test(file) &&
        /KLUTCH_LONG|describeLong|itLong/.test(
          readFileSync(join(root, file), 'utf8'),
        ),
    );
