// Says what the profiles of a folder are about.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CpuProfile, topCosts } from './cpuProfile';

const lines = 15;

/** Each with the functions that took most time themselves; for flame graphs, load a file into a browser's dev tools. */
export function printProfiles(
  folder: string,
  log: (text: string) => void,
): void {
  for (const name of readdirSync(folder).sort()) {
    if (!name.endsWith('.cpuprofile')) continue;
    const text = readFileSync(join(folder, name), 'utf8');
    log(`\n${name}`);
    for (const { where, share } of topCosts(
      JSON.parse(text) as CpuProfile,
      lines,
    )) {
      log(`${(share * 100).toFixed(1).padStart(6)} %  ${where}`);
    }
  }
}
