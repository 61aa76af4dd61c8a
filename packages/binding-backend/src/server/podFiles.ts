/** Which files a server has that runs by our manifests: those of one Secret. Pure. */
import { posix } from 'node:path';
import { backendNames } from '../backendNames';
import { BindingError } from '../errors/BindingError';
import type { SecretReference, ServerConfig } from './config';

/** Where the pod has the Secret `klutch-binding-backend` of its namespace, one file for each key. */
export const secretFolder = `/run/secrets/${backendNames.program}`;

const fileOf = (reference: SecretReference | undefined) =>
  reference && 'file' in reference ? reference.file : undefined;

/** By their keys in the configuration. */
const namedFiles = ({
  controlPlane,
  handshake,
}: ServerConfig): [key: string, file: string | undefined][] => [
  ['controlPlane.kubeconfig', controlPlane.kubeconfig],
  ['controlPlane.externalCaFile', controlPlane.externalCaFile],
  ['handshake.tls.certFile', handshake?.tls?.certFile],
  ['handshake.tls.keyFile', handshake?.tls?.keyFile],
  ['handshake.database.postgres.file', fileOf(handshake?.database?.postgres)],
  ...(handshake?.identityProviders ?? []).map(
    ({ clientSecret }, index): [string, string | undefined] => [
      `handshake.identityProviders.${index}.clientSecret.file`,
      fileOf(clientSecret),
    ],
  ),
];

/**
 * Refuses a configuration whose files the pod would look for in vain.
 * @throws BindingError `Misconfigured` with each key, and the path to write
 */
export const requirePodFiles = (config: ServerConfig): void => {
  const remedies = namedFiles(config).flatMap(([key, file]) =>
    file && posix.dirname(posix.normalize(file)) !== secretFolder
      ? [`${key}: ${secretFolder}/${posix.basename(file)}`]
      : [],
  );
  if (remedies.length === 0) return;
  throw new BindingError(
    'Misconfigured',
    `The pod has no other files than those of the Secret ${backendNames.program}, in ${secretFolder}. Put what is named elsewhere into that Secret, and write ${remedies.join('; ')}.`,
  );
};
