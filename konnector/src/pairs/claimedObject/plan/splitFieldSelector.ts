/** Splits field selectors into the terms that API servers evaluate and the terms evaluated here. Pure. */
import type { ObjectKey } from '@klutch/kube';

/**
 * Names and namespaces in selectors refer to the app cluster and differ on the control plane, so no server evaluates
 * them. Surrounding blanks are trimmed elsewhere, because trimming in the pattern would backtrack in quadratic time.
 */
const keyField = /^metadata\.(namespace|name)\s*(!=|==?)(.*)$/s;

export interface SplitFieldSelector {
  /** Terms that every API server can evaluate; `''` when there are none. */
  serverSelector: string;
  /** Whether the selector's terms on name and namespace select a key of the app cluster. */
  matchesKey: (key: ObjectKey) => boolean;
}

/** Splits a selector into terms for the API servers and terms on the key on the app cluster. */
export function splitFieldSelector(text: string): SplitFieldSelector {
  const terms = text.split(',').filter(term => term.trim());
  const keyTerms = terms.map(term => keyField.exec(term.trim()));
  return {
    serverSelector: terms.filter((_term, index) => !keyTerms[index]).join(','),
    matchesKey: ({ namespace = '', name }) =>
      keyTerms.every(found => {
        if (!found) return true;
        const [, field, operator, expected = ''] = found;
        const value = field === 'name' ? name : namespace;
        return (operator === '!=') === (expected.trim() !== value);
      }),
  };
}
