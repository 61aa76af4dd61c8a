/** Display titles of versions and plans. */
import type { Choice } from '../api/types';

/** The title of the value; the value itself when it is not among the choices. */
export function titleOf(
  choices: Choice[] | undefined,
  value: string | undefined,
): string | undefined {
  return choices?.find(choice => choice.value === value)?.title ?? value;
}
