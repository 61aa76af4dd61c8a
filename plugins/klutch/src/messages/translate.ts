/** Types of translated texts, and their conversion to the flat keys that Backstage uses. */

/** Nested texts, as the files of this folder contain them. */
export interface NestedMessages {
  readonly [key: string]: string | NestedMessages;
}

/** The names of a text's placeholders: `'name'` for `'{{name}} was ordered'`. */
type PlaceholderOf<Text extends string> =
  Text extends `${string}{{${infer Name}}}${infer Rest}`
    ? Name | PlaceholderOf<Rest>
    : never;

type TranslatedPlaceholder<Text extends string> = Exclude<
  PlaceholderOf<Text>,
  'action' | 'sentence'
>;

/** A text with all these placeholders, in any order. */
type TextWith<Names extends string> = (
  Names extends string
    ? (text: `${string}{{${Names}}}${string}`) => void
    : never
) extends (text: infer Text) => void
  ? Text
  : never;

/**
 * A translation of the English texts: the same keys, and texts that keep the placeholders, but for `action` and `sentence`
 * of the backend's messages, which are English.
 */
export type Translated<English extends NestedMessages> = {
  readonly [Key in keyof English]: English[Key] extends NestedMessages
    ? Translated<English[Key]>
    : English[Key] extends string
      ? [TranslatedPlaceholder<English[Key]>] extends [never]
        ? string
        : TextWith<TranslatedPlaceholder<English[Key]>>
      : never;
};

/** The flat keys of nested texts: `'instance.head.more'`. */
export type FlatKey<Messages extends NestedMessages> = {
  [Key in keyof Messages & string]: Messages[Key] extends NestedMessages
    ? `${Key}.${FlatKey<Messages[Key]>}`
    : Key;
}[keyof Messages & string];

/** Nested texts under flat keys, in the same order. */
export function flattenMessages<const Messages extends NestedMessages>(
  messages: Messages,
): Record<FlatKey<Messages>, string> {
  const entriesOf = (
    nested: NestedMessages,
    prefix: string,
  ): [string, string][] =>
    Object.entries(nested).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[prefix + key, value]]
        : entriesOf(value, `${prefix}${key}.`),
    );
  return Object.fromEntries(entriesOf(messages, '')) as Record<
    FlatKey<Messages>,
    string
  >;
}
