/** Uses of the data services that the sandbox offers. */
import { keyvalue } from './keyvalue';
import { logme2 } from './logme2';
import { mariadb } from './mariadb';
import { messaging } from './messaging';
import { mongodb } from './mongodb';
import { postgresql } from './postgresql';
import { prometheus } from './prometheus';
import { search } from './search';
import type { ServiceUse } from './ServiceUse';

export const serviceUses: readonly ServiceUse[] = [
  postgresql,
  mariadb,
  mongodb,
  messaging,
  keyvalue,
  search,
  logme2,
  prometheus,
];
