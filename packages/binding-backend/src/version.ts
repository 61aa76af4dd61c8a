/** What this backend says of its version. */
import { version } from '../package.json';

/** `v1.2.3` */
export const backendVersion = `v${version}`;

/** Release of the reference whose protocol this is; its CLI refuses versions before v0.3.0. */
export const protocolVersion = 'v1.5.0';
