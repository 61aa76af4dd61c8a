import { stringify } from 'yaml';

/**
 * Objects as a YAML stream for `kubectl apply -f -`, one document each. kubectl reads YAML 1.1, where `on`, `off`, `yes`
 * and `no` without quotes are booleans.
 */
export const toYaml = (objects: readonly object[]): string =>
  objects
    .map(object =>
      stringify(object, {
        version: '1.1',
        aliasDuplicateObjects: false,
        lineWidth: 0,
      }),
    )
    .join('---\n');
