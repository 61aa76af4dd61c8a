/** What subcommands print for kubectl. */
import { stringify } from 'yaml';

/** Objects as `kubectl apply -f` takes them. */
export const toYaml = (objects: object[]): string =>
  objects
    .map(object => stringify(object, { aliasDuplicateObjects: false }))
    .join('---\n');
