/** Texts of the form library, which are English otherwise: validation errors, and buttons of lists. */
import {
  englishStringTranslator,
  TranslatableString,
  type RJSFValidationError,
} from '@rjsf/utils';
import type { T } from '../hooks/useT';

/** Keywords of a schema whose errors have texts of their own. */
const keywords = [
  'enum',
  'exclusiveMaximum',
  'exclusiveMinimum',
  'maxItems',
  'maxLength',
  'maximum',
  'minLength',
  'minimum',
  'multipleOf',
  'pattern',
  'required',
  'uniqueItems',
] as const;

/** Types of values whose errors have texts of their own. */
const types = [
  'array',
  'boolean',
  'integer',
  'number',
  'object',
  'string',
] as const;

/** Parameters of validation errors, by keyword. */
interface ErrorParams {
  limit?: number;
  multipleOf?: number;
  pattern?: string;
  type?: string;
}

/** The error as a message for users. */
function validationText({ name, params }: RJSFValidationError, t: T): string {
  const { limit, multipleOf, pattern, type }: ErrorParams = params ?? {};
  const known = name === 'type' ? types : keywords;
  const kind = name === 'type' ? type : name;
  const keyword = known.find(one => one === kind);
  return keyword
    ? t(`settings.problem.${keyword}`, {
        limit: String(limit ?? multipleOf ?? pattern ?? ''),
      })
    : t('settings.problem.other', { rule: kind ?? '' });
}

/**
 * Keywords of a choice. Their errors repeat what the errors of the fields say: an alternative only holds the schemas of
 * its fields, and no data satisfy two.
 */
const choiceKeywords = new Set(['anyOf', 'not']);

/** Validation errors with messages in the user's language. */
export const translateErrors = (
  errors: RJSFValidationError[],
  t: T,
): RJSFValidationError[] =>
  errors
    .filter(({ name }) => !choiceKeywords.has(name ?? ''))
    .map(error => ({
      ...error,
      message: validationText(error, t),
    }));

/** A label of the form library in the user's language. */
export function translateLabel(
  label: TranslatableString,
  params: string[] | undefined,
  t: T,
): string {
  switch (label) {
    case TranslatableString.AddItemButton:
      return t('settings.list.add');
    case TranslatableString.RemoveButton:
      return t('settings.list.remove');
    case TranslatableString.MoveUpButton:
      return t('settings.list.up');
    case TranslatableString.MoveDownButton:
      return t('settings.list.down');
    default:
      return englishStringTranslator(label, params);
  }
}
