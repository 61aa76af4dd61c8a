/** The rows of one app cluster. */
import { isDeepStrictEqual } from 'node:util';
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { resourceName } from '@klutch/kube';
import type { ApiDescriptor, ClaimObject } from '../claimApis/claimResource';
import type { AppCluster } from '../clusters/AppCluster';
import type { ClaimFacts } from './ClaimFacts';

/** A claim as lists show it. */
export interface Row {
  claim: Schemas['Claim'];
  /** What the page of the claim shows beyond the row. */
  object: ClaimObject;
  providerCopy: ClaimFacts['providerCopy'];
  /** When the row changes without a change in a cluster; milliseconds since 1970. */
  recheckAt?: number;
}

/** A claim in its cluster: `<plural>.<group>` and `<namespace>/<name>`. */
export interface ClaimKey {
  resource: string;
  key: string;
}

/** Identifies a claim among all of its app cluster. */
export const rowKey = ({ resource, key }: ClaimKey): string =>
  `${resource}/${key}`;

const isSame = (a: unknown[], b: unknown[] | undefined) =>
  a.length === b?.length && a.every((value, index) => value === b[index]);

/** Rows of one app cluster, and the shared facts of each API that they were built from. */
export class ClusterRows {
  readonly #rows = new Map<string, Row>();
  /** Keys of the rows that are still to be built: counting is too slow for each batch and each request. */
  readonly #missing = new Set<string>();
  readonly #sharedFacts = new Map<string, unknown[]>();

  /** @param cluster - one connection to the app cluster; a later one has rows of its own */
  constructor(readonly cluster: AppCluster) {}

  rows(): Iterable<Row> {
    return this.#rows.values();
  }

  get(claim: ClaimKey): Row | undefined {
    return this.#rows.get(rowKey(claim));
  }

  /** Whether all claims of an API on the app cluster have rows. */
  isComplete(api: ApiDescriptor): boolean {
    const resource = resourceName(api);
    const prefix = rowKey({ resource, key: '' });
    // Without shared facts, the claims of the API have not been enqueued yet.
    return (
      this.#sharedFacts.has(resource) &&
      ![...this.#missing].some(key => key.startsWith(prefix))
    );
  }

  /** A claim whose row is going to be built. */
  expect(claim: ClaimKey): void {
    const name = rowKey(claim);
    if (!this.#rows.has(name)) this.#missing.add(name);
  }

  /** Returns whether the row, or what the page of the claim shows, has changed. */
  set(claim: ClaimKey, row: Row): boolean {
    const name = rowKey(claim);
    const previous = this.#rows.get(name);
    this.#rows.set(name, row);
    this.#missing.delete(name);
    return (
      previous?.object !== row.object ||
      previous.providerCopy !== row.providerCopy ||
      !isDeepStrictEqual(previous.claim, row.claim)
    );
  }

  /** Returns whether there was a row. */
  delete(claim: ClaimKey): boolean {
    const name = rowKey(claim);
    this.#missing.delete(name);
    return this.#rows.delete(name);
  }

  hasSharedFacts(resource: string, facts: unknown[]): boolean {
    return isSame(facts, this.#sharedFacts.get(resource));
  }

  setSharedFacts(resource: string, facts: unknown[]): void {
    this.#sharedFacts.set(resource, facts);
  }
}
