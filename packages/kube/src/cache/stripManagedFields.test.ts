import { stripManagedFields } from './stripManagedFields';

const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

describe('slim', () => {
  it('removes managed fields and last-applied, and nothing else', () => {
    const object = {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'a',
        resourceVersion: '1',
        managedFields: [{ manager: 'kubectl' }],
        annotations: { [lastApplied]: '{}', kept: 'yes' },
      },
      data: { key: 'value' },
    };
    const before = structuredClone(object);
    expect(stripManagedFields(object)).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'a',
        resourceVersion: '1',
        annotations: { kept: 'yes' },
      },
      data: { key: 'value' },
    });
    expect(object).toEqual(before);
  });
});
