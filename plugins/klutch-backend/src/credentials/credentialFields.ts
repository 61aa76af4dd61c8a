/** Converts the content of a credentials Secret to fields of the page. Pure functions. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';

type Field = Schemas['Credentials']['fields'][number];

/** Last segments of keys whose values are shown unmasked. All other values are masked. */
const nonSecretKeys = new Set([
  'host',
  'hosts',
  'load_balanced_host',
  'port',
  'name',
  'database',
  'default_database',
  'username',
  'scheme',
  'path',
  'ssl',
  'cacrt',
]);

/** Display order of the fields. */
const keyOrder = ['host', 'port', 'name', 'username', 'password', 'uri'];

const rank = (key: string) => {
  const index = keyOrder.indexOf(key);
  return index < 0 ? keyOrder.length : index;
};

/** A URL may hold a password, even under a non-secret key. */
const isNonSecret = ({ key, value }: Pick<Field, 'key' | 'value'>) =>
  nonSecretKeys.has(key.split('.').at(-1) ?? '') && !value.includes('://');

/** Fields from the `data` of a Secret, with values decoded from base64. */
export function credentialFields(data: Record<string, string>): Field[] {
  return Object.entries(data)
    .sort(([a], [b]) => rank(a) - rank(b) || a.localeCompare(b))
    .map(([key, value]) => ({
      key,
      value: Buffer.from(value, 'base64').toString('utf8'),
    }))
    .map(field => ({ ...field, secret: !isNonSecret(field) }));
}
