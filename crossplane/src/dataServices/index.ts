/** All data services of the package. */
import type { DataService } from './DataService';
import { keyvalue } from './keyvalue';
import { logme2 } from './logme2';
import { mariadb } from './mariadb';
import { messaging } from './messaging';
import { mongodb } from './mongodb';
import { postgresql } from './postgresql';
import { prometheus } from './prometheus';
import { search } from './search';

export const dataServices: readonly DataService[] = [
  postgresql,
  mariadb,
  mongodb,
  keyvalue,
  messaging,
  search,
  logme2,
  prometheus,
];
