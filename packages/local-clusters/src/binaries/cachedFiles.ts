/** Paths of the cached files: one folder per version and platform. */
import { join } from 'node:path';
import type { Platform } from '@klutch/programs';
import { versions, type BinaryName, type Family, programs } from './programs';

const familyFolder = (cache: string, family: Family) =>
  join(cache, `${family}-v${versions[family]}`);

/** Path of a program in the cache. */
export function cachedProgram(
  cache: string,
  name: BinaryName,
  platform: Platform,
): string {
  return join(
    familyFolder(cache, programs[name].family),
    `${platform.os}-${platform.arch}`,
    name,
  );
}

/** Path of the folder with Crossplane's CRDs in the cache. */
export const cachedCrossplaneCrds = (cache: string): string =>
  join(familyFolder(cache, 'crossplane'), 'crds');
