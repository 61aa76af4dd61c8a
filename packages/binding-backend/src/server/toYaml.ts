/** YAML output of subcommands for kubectl. */
import { stringify } from 'yaml';

/** Objects as a YAML stream for `kubectl apply -f`. */
export const toYaml = (objects: object[]): string =>
  objects
    .map(object => stringify(object, { aliasDuplicateObjects: false }))
    .join('---\n');
