/** Requires the platform permissions for the operators' operations, and audits those that change something. */
import type { AuditorService } from '@backstage/backend-plugin-api';
import type { JsonObject } from '@backstage/types';
import {
  klutchPlatformManagePermission,
  klutchPlatformReadPermission,
} from '@klutch/backstage-plugin-klutch-common';
import {
  requirePerson,
  type Caller,
  type Callers,
  type Person,
} from '../identity/Caller';
import type { OperationRequest } from './handlers';
import { withAuditEvent } from './withAuditEvent';

/** Event id, in kebab case, and target of a change. */
interface PlatformChange {
  eventId: string;
  meta: JsonObject;
}

/** Guards the handlers of the operators' operations. */
export class PlatformAccess {
  readonly #auditor: AuditorService;
  readonly #callers: Callers;

  constructor(deps: { auditor: AuditorService; callers: Callers }) {
    this.#auditor = deps.auditor;
    this.#callers = deps.callers;
  }

  /** @throws NotAllowedError without the permission to see the platform pages */
  requireRead(caller: Caller): Promise<void> {
    return this.#callers.requirePermission(
      caller,
      klutchPlatformReadPermission,
      'see the platform pages',
    );
  }

  /** Runs a change for a user who may change the platform; a refusal is audited as well. */
  async change<T>(
    { caller, raw }: Pick<OperationRequest<unknown>, 'caller' | 'raw'>,
    change: PlatformChange,
    run: (person: Person) => Promise<T>,
  ): Promise<T> {
    const person = requirePerson(caller);
    return withAuditEvent(
      this.#auditor,
      { ...change, severityLevel: 'medium', request: raw },
      async () => {
        await this.#callers.requirePermission(
          caller,
          klutchPlatformManagePermission,
          'change the platform',
        );
        return run(person);
      },
    );
  }
}
