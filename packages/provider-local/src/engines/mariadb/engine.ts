/** MariaDB: one server process for each instance. */
import { ServiceEngine } from '../../host/ServiceEngine';
import { MariadbInstance } from './MariadbInstance';
import { readParameters } from './parameters';
import { Plan, offers } from './plans';
import { MariadbPrograms, findPrograms } from './programs';
import { Config } from './settings';

export const mariadb: ServiceEngine<Plan, Config, MariadbPrograms> = {
  type: 'mariadb',
  title: 'MariaDB',
  offers,
  ports: ['sql', 'admin'],
  findPrograms,
  parse: (plan, parameters) => ({
    plan,
    parameters: readParameters(parameters, plan),
  }),
  open: context => new MariadbInstance(context),
};
