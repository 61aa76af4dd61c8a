/** Secrets that the configuration names. */
import { readFileSync } from 'node:fs';
import { BindingError } from '../errors/BindingError';
import type { SecretReference } from './config';

const missingSecretError = (place: string, remedy: string) =>
  new BindingError(
    'Misconfigured',
    `${place}, but the configuration takes a secret from it. ${remedy}.`,
  );

/**
 * What a reference stands for at this moment: files may be replaced while the server runs.
 * @throws BindingError `Misconfigured` when it stands for nothing
 */
export const readSecret = (reference: SecretReference): string => {
  if ('env' in reference) {
    // It often comes from a file as well, by way of a Secret, with the line's end.
    const value = process.env[reference.env]?.trim();
    if (value) return value;
    throw missingSecretError(
      `The environment variable ${reference.env} is empty`,
      'Set it',
    );
  }
  try {
    return readFileSync(reference.file, 'utf8').trim();
  } catch {
    throw missingSecretError(
      `The file ${reference.file} cannot be read`,
      'Check its path and rights',
    );
  }
};
