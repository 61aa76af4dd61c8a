import { mockServices } from '@backstage/backend-test-utils';
import { readMountPath } from './mountPath';

const read = (mountPath?: string) =>
  readMountPath(
    mockServices.rootConfig({
      data: mountPath ? { klutch: { mountPath } } : {},
    }),
  );

it('is /klutch unless the configuration has another path', () => {
  expect(read()).toBe('/klutch');
  expect(read('/data/')).toBe('/data');
  // The app's root.
  expect(read('/')).toBe('');
  expect(() => read('data')).toThrow('must start with a slash');
});
