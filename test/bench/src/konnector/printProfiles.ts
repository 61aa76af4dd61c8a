// Prints a summary of the CPU profiles in a folder.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CpuProfile, topCosts } from './cpuProfile';

const lines = 15;

/** Prints the functions with the largest self time of each profile. Browsers show the files as flame graphs. */
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
