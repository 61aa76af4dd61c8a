/**
 * Finds Crossplane's CRDs.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { ResolveOptions } from './resolveBinary';

/** Finds the folder with Crossplane's CRDs (YAML files). */
export async function resolveCrossplaneCrds(
  options: ResolveOptions = {},
): Promise<string> {
  const env = options.env ?? process.env;
  for (const dir of [env.KLUTCH_LOCAL_BIN, env.KUBEBUILDER_ASSETS]) {
    for (const place of dir
      ? [join(dir, 'crossplane-crds'), join(dir, '..', 'crossplane-crds')]
      : []) {
      if (existsSync(place)) return place;
    }
  }
  throw new Error('no CRDs');
}
