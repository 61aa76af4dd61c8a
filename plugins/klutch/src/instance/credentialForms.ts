/** Credentials in the forms in which applications and people take them. */
import type { CredentialField } from '../api/types';

/** Stands for a value that is not shown. */
export const mask = '••••••••';

export type CredentialForm = 'env' | 'json' | 'uri' | 'psql';

function quote(value: string): string {
  return `'${value.replace(/'/g, `'\\''`)}'`;
}

function environmentName(prefix: string, key: string): string {
  return `${prefix}_${key}`.toUpperCase().replace(/[^A-Z0-9]+/g, '_');
}

/** `scheme://user:••••@host/db` */
function maskUri(uri: string): string {
  return uri.replace(/^([^:]+:\/\/[^:@/]*):[^@]*@/, `$1:${mask}@`);
}

/**
 * The credentials in every form that they can take.
 *
 * @param serviceType - what the service is, for example `postgresql`; becomes the start of the variables' names
 * @param shown - whether secret values are written out
 */
export function credentialForms(
  fields: CredentialField[],
  serviceType: string,
  shown: boolean,
): Partial<Record<CredentialForm, string>> {
  const visible = fields.map(({ key, value, secret }) => ({
    key,
    value: secret && !shown ? mask : value,
  }));
  const uri = fields.find(field => field.key === 'uri')?.value;
  const shownUri = uri && (shown ? uri : maskUri(uri));
  const isPostgres = uri ? /^postgres(ql)?:/.test(uri) : false;
  return {
    env: visible
      .map(
        ({ key, value }) =>
          `${environmentName(serviceType, key)}=${quote(value)}`,
      )
      .join('\n'),
    json: JSON.stringify(
      Object.fromEntries(visible.map(({ key, value }) => [key, value])),
      null,
      2,
    ),
    ...(shownUri && { uri: shownUri }),
    ...(shownUri && isPostgres && { psql: `psql ${quote(shownUri)}` }),
  };
}
