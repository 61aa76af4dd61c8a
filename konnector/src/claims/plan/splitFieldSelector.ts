/** What of a field selector a server can be asked. Pure. */
import type { ObjectKey } from '@klutch/kube';

/**
 * Selectors speak of the app cluster; the other one has other names and namespaces, so neither is asked about them.
 * Blanks around are taken off elsewhere: in here, many of them would be tried in as many ways, squared.
 */
const keyField = /^metadata\.(namespace|name)\s*(!=|==?)(.*)$/s;

/** What a field selector says. */
export interface SplitFieldSelector {
  /** What every server can be asked; `''` when that is nothing. */
  serverSelector: string;
  /** Whether it selects what is at a place on the app cluster, as far as it speaks of places. */
  matchesKey: (key: ObjectKey) => boolean;
}

/** Splits a selector into what every server can be asked and what is said of the place on the app cluster. */
export function splitFieldSelector(text: string): SplitFieldSelector {
  const terms = text.split(',').filter(term => term.trim());
  const places = terms.map(term => keyField.exec(term.trim()));
  return {
    serverSelector: terms.filter((_term, index) => !places[index]).join(','),
    matchesKey: ({ namespace = '', name }) =>
      places.every(found => {
        if (!found) return true;
        const [, field, operator, wanted = ''] = found;
        const value = field === 'name' ? name : namespace;
        return (operator === '!=') === (wanted.trim() !== value);
      }),
  };
}
