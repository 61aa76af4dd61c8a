import { reasonMessages, type Reason } from './reasonMessages';

/** The names of a text's placeholders: `'name'` for `'{{name}} was ordered'`. @public */
export type PlaceholderOf<Text extends string> =
  Text extends `${string}{{${infer Name}}}${infer Rest}`
    ? Name | PlaceholderOf<Rest>
    : never;

/**
 * What to say to users. Without a reason, the message is that of a cluster or a provider, and is shown as it is.
 *
 * @public
 */
export interface Explanation {
  /** English text: what happened, and what to do. */
  message: string;
  /** One of {@link reasonMessages}; other values belong to a newer backend. */
  reason?: string;
  /** Values for the placeholders of the reason's message. */
  params?: Record<string, string>;
}

/**
 * The values that the message of a reason needs. Where the text in `error` has a reason of its own, pages translate that,
 * too.
 *
 * @public
 */
export type ParamsOf<R extends Reason> = Record<
  PlaceholderOf<(typeof reasonMessages)[R]>,
  string
> & { errorReason?: string };

/**
 * What messages about the control plane have in the place of an app cluster's title. Pages have a word of their language.
 *
 * @public
 */
export const CONTROL_PLANE_NAME = 'the control plane';

const startOfSentence = new RegExp(`(?<=^|[.?!] )${CONTROL_PLANE_NAME}`, 'g');

/**
 * The text with a capital letter where a sentence begins with the control plane.
 *
 * @public
 */
export const withCapitals = (text: string): string =>
  text.replace(startOfSentence, name => name.replace('t', 'T'));

/**
 * The explanation of a reason.
 *
 * @public
 */
export function explain<R extends Reason>(
  reason: R,
  ...[params]: [PlaceholderOf<(typeof reasonMessages)[R]>] extends [never]
    ? []
    : [ParamsOf<R>]
): Explanation {
  const values: Record<string, string> = params ?? {};
  const message = reasonMessages[reason].replace(
    /\{\{(\w+)\}\}/g,
    (_, name: string) => values[name] ?? '',
  );
  return {
    reason,
    message: withCapitals(message),
    ...(params && { params: values }),
  };
}

/**
 * Whether a reason is one that this version knows.
 *
 * @public
 */
export const isReason = (reason: string | undefined): reason is Reason =>
  reason !== undefined && Object.hasOwn(reasonMessages, reason);
