/** Entity refs in annotations of claims and in the configuration. */
import {
  KubernetesValidatorFunctions,
  parseEntityRef,
  stringifyEntityRef,
} from '@backstage/catalog-model';

const { isValidNamespace, isValidObjectName } = KubernetesValidatorFunctions;

/**
 * An annotation as a full entity ref. Every user with edit rights on the claim can write the annotation, so a malformed
 * value, or a ref of another kind, counts as none.
 *
 * @param kinds - accepted kinds, in lower case
 * @param defaultKind - kind of a ref without one; by default such a ref is malformed
 */
export function annotatedRef(
  annotation: string | undefined,
  kinds: readonly string[],
  defaultKind?: string,
): string | undefined {
  try {
    const ref = parseEntityRef(annotation ?? '', { defaultKind });
    const kind = ref.kind.toLocaleLowerCase('en-US');
    return kinds.includes(kind) &&
      isValidNamespace(ref.namespace) &&
      isValidObjectName(ref.name)
      ? stringifyEntityRef(ref)
      : undefined;
  } catch {
    return undefined;
  }
}
