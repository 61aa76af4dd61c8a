/** Paths of the cached files: one folder per version and platform. */
import { join } from 'node:path';
import type { Platform } from '@klutch/programs';
import {
  executableOf,
  programs,
  versions,
  type BinaryName,
  type CrossplaneFamily,
  type Family,
} from './programs';

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
    executableOf(name),
  );
}

/** Path of the folder with the CRDs of a major version of Crossplane in the cache. */
export const cachedCrossplaneCrds = (
  cache: string,
  family: CrossplaneFamily,
): string => join(familyFolder(cache, family), 'crds');
