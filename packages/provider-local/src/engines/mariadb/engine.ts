/** MariaDB: one server process for each instance. */
import { ServiceEngine } from '../../host/ServiceEngine';
import { MariadbInstance } from './MariadbInstance';
import { readParameters } from './parameters';
import { Plan, offers } from './plans';
import { ServerPrograms, findServerPrograms } from './programs';
import { Config } from './settings';

export const mariadb: ServiceEngine<Plan, Config, ServerPrograms> = {
  type: 'mariadb',
  title: 'MariaDB',
  offers,
  ports: ['sql', 'admin'],
  findPrograms: search => findServerPrograms(search),
  parse: (plan, parameters) => ({
    plan,
    parameters: readParameters(parameters, plan),
  }),
  open: context => new MariadbInstance(context),
};
