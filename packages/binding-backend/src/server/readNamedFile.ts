/** Files that the configuration refers to. */
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { BindingError } from '../errors/BindingError';

/**
 * The text of a file.
 * @param key - key of the configuration, for error messages
 * @throws BindingError `Misconfigured` with the key when the file cannot be read
 */
export const readNamedFile = (key: string, file: string): string => {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new BindingError(
      'Misconfigured',
      `${key}: the file ${file} cannot be read. Check its path and permissions.`,
      { cause: error },
    );
  }
};

/**
 * The text of a file of certificates.
 * @param key - key of the configuration, for error messages
 * @throws BindingError `Misconfigured` with the key when the file cannot be read, or has no certificate
 */
export const readNamedCertificates = (key: string, file: string): string => {
  const text = readNamedFile(key, file);
  try {
    void new X509Certificate(text);
    return text;
  } catch (error) {
    throw new BindingError(
      'Misconfigured',
      `${key}: the file ${file} has no certificate. Provide certificates as PEM, with "-----BEGIN CERTIFICATE-----".`,
      { cause: error },
    );
  }
};
