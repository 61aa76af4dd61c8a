/** PostgreSQL: one server process and one database for each instance. */
import { ServiceEngine } from '../../host/ServiceEngine';
import { readParameters } from './parameters';
import { Plan, majorVersionOf, offers } from './plans';
import { Config, PostgresqlInstance } from './PostgresqlInstance';
import { PostgresqlPrograms, findPrograms } from './server/programs';
import { rolePrivileges } from './server/roles';

export const postgresql: ServiceEngine<Plan, Config, PostgresqlPrograms> = {
  type: 'postgresql',
  title: 'PostgreSQL',
  offers,
  acceptedValues: { role_privileges: rolePrivileges },
  ports: ['sql'],
  findPrograms: (search, serviceName = '') =>
    findPrograms(search, majorVersionOf(serviceName)),
  parse: (plan, parameters) => ({
    plan,
    parameters: readParameters(parameters, plan),
  }),
  open: context => new PostgresqlInstance(context),
};
