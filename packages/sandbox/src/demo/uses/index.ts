/** Uses of the data services that the sandbox offers. */
import { keyvalue } from './keyvalue';
import { mariadb } from './mariadb';
import { postgresql } from './postgresql';
import type { ServiceUse } from './ServiceUse';

export const serviceUses: readonly ServiceUse[] = [
  postgresql,
  mariadb,
  keyvalue,
];
