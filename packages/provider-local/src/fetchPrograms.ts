/** Fetches the programs of data services before their first instance is ordered. */
import { errorMessage } from '@klutch/kube';
import { engines } from './engines';

/**
 * Finds or fetches the programs of data services, one after the other. A data service whose programs cannot be had
 * does not stop the others.
 *
 * @param onProgress - receives progress messages
 * @param types - of the data services; default: all
 * @returns for each data service that is missing programs, what to install
 */
export async function fetchPrograms(
  onProgress: (message: string) => void,
  types?: readonly string[],
): Promise<string[]> {
  const missing: string[] = [];
  for (const engine of engines) {
    if (types && !types.includes(engine.type)) continue;
    try {
      await engine.findPrograms({ runAs: {}, folder: '', onProgress });
    } catch (error) {
      missing.push(errorMessage(error));
    }
  }
  return missing;
}
