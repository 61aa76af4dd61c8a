import { stringify } from 'yaml';

/** Objects as a YAML stream for `kubectl apply -f -`, one document each. */
export const toYaml = (objects: readonly object[]): string =>
  objects
    .map(object =>
      stringify(object, { aliasDuplicateObjects: false, lineWidth: 0 }),
    )
    .join('---\n');
