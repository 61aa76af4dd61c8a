import { core } from '@klutch/kube';
import { bindResources } from './resources';

describe('the descriptor of CRDs', () => {
  it('is that of the Kubernetes client, which this package takes types from and no values', () => {
    expect(bindResources.crds).toEqual(core.customResourceDefinitions);
  });
});
