/** Versions that this backend reports. */
import { version } from '../package.json';

/** Version of this package as `v1.2.3`. */
export const backendVersion = `v${version}`;

/**
 * Release of the reference whose protocol this backend implements; the reference's CLI refuses versions before v0.3.0.
 */
export const protocolVersion = 'v1.5.0';
