/** Options and interface of a syncer, which syncs one API. */
import type { Breaker } from '../../deletion/breaker/Breaker';
import type { Failure } from '../../failure';
import type { IssueReports } from '../../feedback/IssueCounters';
import type { Feedback } from '../../feedback/objectCondition';
import type { PairParts } from '../PairController';
import type { SchemaShape } from './plan/model';

/** Dependencies and settings of a {@link Syncer}. */
export interface BoundObjectOptions extends PairParts {
  /** Name of the CRD, `<plural>.<group>`; also of the binding, and of the type in the engine. */
  crdName: string;
  shape: SchemaShape;
  breaker: Breaker;
}

/** A running syncer. */
export interface Syncer {
  /** Whether the cache of the app cluster's objects has synced. */
  readonly synced: boolean;
  /** Why no copies are created at all; undefined when they are. */
  readonly refusal: Feedback | undefined;
  /** Issues that the binding reports. */
  issueReports(): IssueReports;
  /** Why one of the clusters cannot be watched. */
  failure(): Failure | undefined;
  /** To be called when the schema of the API changed on one of the clusters: rejected objects may be accepted now. */
  schemaChanged(): void;
  /** Resolves when no write is running. */
  stop(): Promise<void>;
}
