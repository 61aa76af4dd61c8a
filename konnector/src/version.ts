/** The konnector's own version, as shown on the control plane. */
import { version } from '../package.json';

/** `v1.2.3` */
export const konnectorVersion = `v${version}`;
