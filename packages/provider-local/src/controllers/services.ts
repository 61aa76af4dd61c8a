/** The data services of this provider, taken together. */
import { Availability, DataService, InstanceReport } from '../dataService';
import { ServiceError } from '../errors';

type Refusal = Extract<Availability, { available: false }>;

/** The service for an order, or why there is none. */
export type Choice = { available: true; service: DataService } | Refusal;

export class Services {
  constructor(readonly all: readonly DataService[]) {}

  /** Which service takes an order for that service and plan. */
  choose(serviceName: string, planName: string): Choice {
    let refusal: Refusal | undefined;
    for (const service of this.all) {
      const answer = service.availability(serviceName, planName);
      if (answer.available) return { available: true, service };
      refusal ??= answer;
    }
    return (
      refusal ?? { available: false, reason: 'No data service runs here.' }
    );
  }

  /** The service of a type, as the label `klutch.io/instance-type` names it. Throws in words. */
  ofType(type: string): DataService {
    const service = this.all.find(candidate => candidate.type === type);
    if (service) return service;
    const offered = this.all.map(known => known.type).join(', ');
    throw new ServiceError(
      `Services of type ${type} are not available here: this sandbox runs ${offered}.`,
      { retry: false },
    );
  }

  /** What is known of an instance, whichever service has it. */
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
