/** What of a field selector a server can be asked. Pure. */
import type { ObjectKey } from '@klutch/kube';

/** Selectors speak of the app cluster; the other one has other names and namespaces, so neither is asked about them. */
const placeField = /^\s*metadata\.(namespace|name)\s*(!=|==?)\s*(.*?)\s*$/;

/** Splits a selector into what every server can be asked and what is said of the place on the app cluster. */
export function splitFields(text: string): {
  server: string;
  allowsPlace: (place: ObjectKey) => boolean;
} {
  const terms = text.split(',').filter(term => term.trim());
  const places = terms.map(term => placeField.exec(term));
  return {
    server: terms.filter((_term, index) => !places[index]).join(','),
    allowsPlace: ({ namespace = '', name }) =>
      places.every(found => {
        if (!found) return true;
        const [, field, operator, wanted] = found;
        const value = field === 'name' ? name : namespace;
        return (operator === '!=') === (wanted !== value);
      }),
  };
}
