/** Options of the sync of one API. */
import type { Breaker } from '../../deletion/breaker/Breaker';
import type { PairParts } from '../PairController';
import type { SchemaShape } from './plan/model';

/** Dependencies and settings of a `BoundObjectPolicy`. */
export interface BoundObjectOptions extends PairParts {
  /** Name of the CRD, `<plural>.<group>`; also of the binding, and of the type in the engine. */
  crdName: string;
  shape: SchemaShape;
  breaker: Breaker;
}
