import { apiVersionOf, core, defineResource, resourceName } from './resources';

const widgets = defineResource({
  group: 'example.org',
  version: 'v1beta1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
});

describe('names', () => {
  it('of resources and API versions', () => {
    expect([resourceName(core.secrets), resourceName(widgets)]).toEqual([
      'secrets',
      'widgets.example.org',
    ]);
    expect([apiVersionOf(core.secrets), apiVersionOf(widgets)]).toEqual([
      'v1',
      'example.org/v1beta1',
    ]);
  });
});
