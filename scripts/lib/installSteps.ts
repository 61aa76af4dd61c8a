// Packs the packages, and installs them into apps of Backstage's generator.
import { join } from 'node:path';
import { run } from './run';
import { root } from './root';
import { type Counts, countOf } from './runTests';

const script = async (file: string, ...args: string[]): Promise<Counts> =>
  countOf(
    await run(process.execPath, ['--import', 'tsx', join(root, file), ...args]),
  );

export const packPackages = (): Promise<Counts> => script('scripts/packAll.ts');

/** Needs the tarballs of {@link packPackages}. */
export const installPackages = (system: 'new' | 'classic'): Promise<Counts> =>
  script('test/install/src/main.ts', system);
