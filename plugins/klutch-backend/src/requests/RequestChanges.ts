/** Notices requests for services that another replica has written: clusters tell every replica, the database none. */
import type { Knex } from 'knex';

export interface RequestChangesOptions {
  /** PostgreSQL or SQLite. */
  knex: Knex;
  /** Called when the requests are others than at the check before. */
  onChange: () => void;
}

/** Compares the requests with those of the check before. */
export class RequestChanges {
  readonly #options: RequestChangesOptions;
  #seen?: string;

  constructor(options: RequestChangesOptions) {
    this.#options = options;
  }

  async check(): Promise<void> {
    const { knex, onChange } = this.#options;
    // Each request and answer has a later time, and a withdrawal leaves fewer.
    const row = await knex('klutch_service_requests')
      .count({ requests: '*' })
      .max({ requested_at: 'requested_at', answered_at: 'answered_at' })
      .first();
    const current = JSON.stringify(row);
    const isChanged = this.#seen !== undefined && this.#seen !== current;
    this.#seen = current;
    if (isChanged) onChange();
  }
}
