/** Credentials as text for the terminal or another program. Pure functions. */
import { credentialFormats } from '@klutch/backstage-plugin-klutch-common';
import { tableText } from '../output/table';
import type { CredentialOutput } from './credentialOutput';

const formats = {
  env: 'env',
  json: 'json',
  uri: 'uri',
  servicebinding: 'serviceBinding',
} as const;

/**
 * The credentials in a form; without one, as a table.
 *
 * @throws Error when the credentials have no such form
 */
export function credentialsText(
  values: Record<string, string>,
  origin: { binding: string; serviceType: string },
  output: CredentialOutput | undefined,
): string {
  const entries = Object.entries(values);
  if (!output) return tableText([['KEY', 'VALUE'], ...entries]);
  const fields = entries.map(([key, value]) => ({ key, value, secret: true }));
  const text = credentialFormats(fields, origin, true)[formats[output]];
  if (text === undefined) {
    throw new Error(
      `These credentials have no URI. Use -o env or -o json. Keys: ${Object.keys(values).join(', ')}.`,
    );
  }
  return `${text}\n`;
}
