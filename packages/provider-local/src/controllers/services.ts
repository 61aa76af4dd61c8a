/** The set of data services of this provider. */
import { Availability, DataService, InstanceReport } from '../dataService';
import { ServiceError } from '../errors';

type Refusal = Extract<Availability, { available: false }>;

/** The service for an order, or the reason why none is available. */
export type Choice = { available: true; service: DataService } | Refusal;

export class Services {
  constructor(readonly all: readonly DataService[]) {}

  /** Selects the service for a service name and plan. */
  choose(serviceName: string, planName: string): Choice {
    let refusal: Refusal | undefined;
    for (const service of this.all) {
      const answer = service.availability(serviceName, planName);
      if (answer.available) return { available: true, service };
      refusal ??= answer;
    }
    return (
      refusal ?? { available: false, reason: 'No data service is available.' }
    );
  }

  /** The service of a type, as in the label `klutch.io/instance-type`. Throws ServiceError for an unknown type. */
  ofType(type: string): DataService {
    const service = this.all.find(candidate => candidate.type === type);
    if (service) return service;
    const offered = this.all.map(known => known.type).join(', ');
    throw new ServiceError(
      `Services of type ${type} are not available here: this sandbox runs ${offered}.`,
      { retry: false },
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
