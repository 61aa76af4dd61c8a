/** Short ids of app clusters and logins, used by the CLI and the backend. */
import { base62, sha224Base62 } from '../base62';

const idLength = 6;

/**
 * Id of an app cluster, derived from the UID of its namespace `klutch-bind`.
 * Source: Klutch `bind/pkg/kubectl/bind/plugin/bind.go`, `ClusterID`.
 */
export const clusterId = (namespaceUid: string): string =>
  sha224Base62(namespaceUid).slice(0, idLength);

/**
 * Id of one login, from 28 bytes of a cryptographic random generator: an attacker who guesses the id can interfere with
 * the login.
 * @throws RangeError for fewer bytes.
 */
export const sessionId = (randomBytes: Uint8Array): string => {
  if (randomBytes.length < 28) {
    throw new RangeError('A session id needs 28 random bytes.');
  }
  return base62(randomBytes).padStart(idLength, '0').slice(0, idLength);
};
