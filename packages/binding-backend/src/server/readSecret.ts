/** Secrets that the configuration refers to. */
import { readFileSync } from 'node:fs';
import { BindingError } from '../errors/BindingError';
import type { SecretReference } from './config';

const missingSecretError = (problem: string, remedy: string) =>
  new BindingError(
    'Misconfigured',
    `${problem}, but the configuration refers to it for a secret. ${remedy}.`,
  );

/**
 * The current value of a secret: files may be replaced while the server runs.
 * @throws BindingError `Misconfigured` when the variable is empty or the file cannot be read
 */
export const readSecret = (reference: SecretReference): string => {
  if ('env' in reference) {
    // A variable set from a Secret often ends with a line break.
    const value = process.env[reference.env]?.trim();
    if (value) return value;
    throw missingSecretError(
      `The environment variable ${reference.env} is empty`,
      'Set the variable',
    );
  }
  try {
    return readFileSync(reference.file, 'utf8').trim();
  } catch {
    throw missingSecretError(
      `The file ${reference.file} cannot be read`,
      'Check its path and permissions',
    );
  }
};
