/** Calls of the handlers of the REST interface by actions. */
import type { BackstageCredentials } from '@backstage/backend-plugin-api';
import { InputError } from '@backstage/errors';
import type { ClaimRef, Schemas } from '@klutch/backstage-plugin-klutch-common';
import type { Handlers, OperationRequest } from '../api/handlers';
import { InvalidError } from '../errors/InvalidError';
import { requirePerson, type Callers } from '../identity/Caller';

export interface PortalCallsOptions {
  callers: Callers;
  handlers: Handlers;
}

/** The parts of a request that the handlers of an operation have inputs for. */
export type CallParts = Pick<OperationRequest<unknown>, 'caller' | 'raw'>;

/** Lists the fields in the message, because Backstage returns only the message of an error to the caller of an action. */
const withFields = ({ message, causes }: InvalidError) =>
  new InputError(
    [
      message,
      ...causes.map(cause =>
        cause.field ? `${cause.field}: ${cause.message}` : cause.message,
      ),
    ].join(' '),
  );

/** Runs operations as the person who invoked an action. */
export class PortalCalls {
  readonly handlers: Handlers;
  readonly #callers: Callers;

  constructor({ callers, handlers }: PortalCallsOptions) {
    this.handlers = handlers;
    this.#callers = callers;
  }

  /** @throws NotAllowedError for services, InputError with the fields that the app cluster refuses */
  async as<T>(
    credentials: BackstageCredentials,
    run: (parts: CallParts) => Promise<T>,
  ): Promise<T> {
    const caller = await this.#callers.identify(credentials);
    const { userRef } = requirePerson(caller);
    try {
      return await run({ caller, raw: { invokedBy: userRef } });
    } catch (error) {
      throw error instanceof InvalidError ? withFields(error) : error;
    }
  }

  getClaim(parts: CallParts, path: ClaimRef): Promise<Schemas['ClaimDetail']> {
    return this.handlers.getClaim({
      ...parts,
      path,
      query: undefined,
      body: undefined,
    });
  }

  getService(
    parts: CallParts,
    resource: string,
  ): Promise<Schemas['ServiceDetail']> {
    return this.handlers.getService({
      ...parts,
      path: { resource },
      query: undefined,
      body: undefined,
    });
  }

  createClaim(
    parts: CallParts,
    body: Schemas['ClaimRequest'],
  ): Promise<Schemas['ClaimDetail']> {
    return this.handlers.createClaim({
      ...parts,
      path: undefined,
      query: {},
      body,
    });
  }
}
