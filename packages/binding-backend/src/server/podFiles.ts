/** Files in a pod of the generated manifests: those of one Secret. Pure. */
import { posix } from 'node:path';
import { backendNames } from '../backendNames';
import { BindingError } from '../errors/BindingError';
import type { SecretReference, ServerConfig } from './config';

/** Mount path of the Secret `klutch-binding-backend`, with one file for each key. */
export const secretFolder = `/run/secrets/${backendNames.program}`;

const fileOf = (reference: SecretReference | undefined) =>
  reference && 'file' in reference ? reference.file : undefined;

/** Files of the configuration by key. */
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
 * Refuses a configuration with files that do not exist in the pod.
 * @throws BindingError `Misconfigured` with each key and the path to write
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
    `The pod has only the files of the Secret ${backendNames.program}, in ${secretFolder}. Put files from other folders into this Secret, and write ${remedies.join('; ')}.`,
  );
};
