/** What a permission policy grants: a permission on all resources of a type, or on those that satisfy conditions. */
import type { Predicate } from './toPredicate';

/** A permission that was not denied. */
export class Grant<T> {
  /**
   * @param conditions - undefined: the permission covers all resources
   * @param refusal - creates the error for a resource that the permission does not cover
   */
  constructor(
    private readonly conditions: Predicate<T> | undefined,
    private readonly refusal: () => Error,
  ) {}

  /** Whether it depends on the resource what is allowed. */
  get isConditional(): boolean {
    return this.conditions !== undefined;
  }

  /** The resources that the permission covers. */
  filter(resources: readonly T[]): readonly T[] {
    return this.conditions ? resources.filter(this.conditions) : resources;
  }

  /**
   * Whether the permission covers a resource.
   *
   * @param find - called only if there are conditions; undefined is never covered by conditions
   */
  covers(find: () => T | undefined): boolean {
    if (!this.conditions) return true;
    const resource = find();
    return resource !== undefined && this.conditions(resource);
  }

  /**
   * As {@link Grant.covers}.
   *
   * @throws NotAllowedError with a message for users
   */
  require(find: () => T | undefined): void {
    if (!this.covers(find)) throw this.refusal();
  }
}
