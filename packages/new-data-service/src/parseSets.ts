/** The fields that a plan sets, as a line of text. Pure function. */
import { parse } from 'yaml';
import type { PlanInput } from './definition';

/** As in the definition's file; undefined when that is no YAML. */
function valueOf(text: string) {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** `quotaGb=5, tier=gold`; the definition's schema checks fields and values. */
export const parseSets = (text: string): NonNullable<PlanInput['sets']> =>
  Object.fromEntries(
    text
      .split(',')
      .filter(setting => setting.trim() !== '')
      .map(setting => {
        const [field = '', ...value] = setting.split('=');
        return [field.trim(), valueOf(value.join('='))];
      }),
  );
