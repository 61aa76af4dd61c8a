import { stringify } from 'yaml';

/** YAML 1.1 quotes `on` and `off`, which older readers take for booleans. */
export const toYaml11 = (manifest: object): string =>
  stringify(manifest, {
    version: '1.1',
    aliasDuplicateObjects: false,
    lineWidth: 0,
  });
