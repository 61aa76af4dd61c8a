/** The data services of this provider. */
import { ServiceError } from '../errors';
import { ServiceHost } from '../host/ServiceHost';
import { chooseForService } from '../host/offers';
import { InstanceReport } from '../host/reports';
import { ServiceInstance } from '../resources/managedResources';

export class Services {
  constructor(readonly all: readonly ServiceHost[]) {}

  /** The service for the service name and plan of an instance. Throws ServiceError when it is not available. */
  serviceFor({ spec }: Pick<ServiceInstance, 'spec'>): ServiceHost {
    const { serviceName = '', planName = '' } = spec?.forProvider ?? {};
    const choice = chooseForService(this.all, { serviceName, planName });
    if (choice.available) return choice.chosen;
    throw new ServiceError(choice.reason, { retry: false });
  }

  /** Whether the instance is of that type, also where its plan is not available. */
  isOfType({ spec }: Pick<ServiceInstance, 'spec'>, type: string): boolean {
    const offers = this.all.find(({ engine }) => engine.type === type)?.engine
      .offers;
    return (offers ?? []).some(
      ({ serviceName }) => serviceName === spec?.forProvider?.serviceName,
    );
  }

  /** Report of an instance, from any of the services. */
  reportOf(id: string): InstanceReport | undefined {
    for (const service of this.all) {
      const report = service.instance(id);
      if (report) return report;
    }
    return undefined;
  }

  async deleteInstance(
    id: string,
    options: { keepData: boolean },
  ): Promise<void> {
    for (const service of this.all) await service.deleteInstance(id, options);
  }
}
