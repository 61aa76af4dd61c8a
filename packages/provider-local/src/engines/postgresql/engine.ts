/** PostgreSQL: one server process and one database for each instance. */
import { ServiceEngine } from '../../host/ServiceEngine';
import { readParameters, rolePrivileges } from './parameters';
import { Plan, offers } from './plans';
import { Config, PostgresqlInstance } from './PostgresqlInstance';
import { PostgresqlPrograms, findPrograms } from './programs';

export const postgresql: ServiceEngine<Plan, Config, PostgresqlPrograms> = {
  type: 'postgresql',
  title: 'PostgreSQL',
  offers,
  acceptedValues: { role_privileges: rolePrivileges },
  ports: ['sql'],
  findPrograms: search => findPrograms(search),
  parse: (plan, parameters) => ({
    plan,
    parameters: readParameters(parameters, plan),
  }),
  open: context => new PostgresqlInstance(context),
};
