/** The engines of this provider: the only place that names them. */
import { ServiceEngine } from '../host/ServiceEngine';
import { keyvalue } from './keyvalue/engine';
import { logme2 } from './logme2/engine';
import { mariadb } from './mariadb/engine';
import { messaging } from './messaging/engine';
import { mongodb } from './mongodb/engine';
import { postgresql } from './postgresql/engine';
import { prometheus } from './prometheus/engine';
import { search } from './search/engine';

export const engines: readonly ServiceEngine[] = [
  postgresql,
  mariadb,
  mongodb,
  keyvalue,
  messaging,
  prometheus,
  search,
  logme2,
];
