/** The konnector's own version, as the control plane shows it. */
import { version } from '../package.json';

/** `v1.2.3` */
export const konnectorVersion = `v${version}`;
