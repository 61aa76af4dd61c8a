import { ServiceInstance } from '../resources/managedResources';
import { bindingFixture, instanceFixture } from '../testing/managed';
import { instanceFor } from './serviceBinding';

const postgresql = instanceFixture('shop', 'postgresql-single-nano');
const keyvalue: ServiceInstance = {
  ...postgresql,
  spec: { forProvider: { serviceName: 'a9s-keyvalue8' } },
};
const services = {
  isOfType: ({ spec }: Pick<ServiceInstance, 'spec'>, type: string) =>
    spec?.forProvider?.serviceName?.startsWith(`a9s-${type}`) ?? false,
};
const among = (...found: ServiceInstance[]) => ({ byIndex: () => found });

describe('the instance of a binding', () => {
  const binding = bindingFixture('b', 'shop');

  it('is of the type that the binding asks for, when several have the name', () => {
    const instances = among(keyvalue, postgresql);
    expect(instanceFor(binding, instances, services)).toBe(postgresql);
  });

  it('of backups and restores follows from their provider configuration', () => {
    const backup = {
      ...binding,
      metadata: {
        name: 'b',
        labels: { 'crossplane.io/claim-namespace': 'team-a' },
      },
      spec: {
        ...binding.spec,
        providerConfigRef: { name: 'keyvalue-backup-manager' },
      },
    };
    const instances = among(keyvalue, postgresql);
    expect(instanceFor(backup, instances, services)).toBe(keyvalue);
  });

  it('is ambiguous when two of the same type have the name', () => {
    const instances = among(postgresql, postgresql);
    expect(() => instanceFor(binding, instances, services)).toThrow(
      'There is more than one service instance shop',
    );
  });
});
