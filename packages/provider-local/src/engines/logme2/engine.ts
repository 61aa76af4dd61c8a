/** Log management: a log receiver, and a search engine that stores the logs. */
import { ServiceEngine } from '../../host/ServiceEngine';
import { serverPorts } from '../search/server/OpenSearchServer';
import { Config, LogmeInstance, syslogPort } from './LogmeInstance';
import { readLogParameters } from './parameters';
import { Plan, offers } from './plans';
import { Programs, findPrograms } from './programs';

export const logme2: ServiceEngine<Plan, Config, Programs> = {
  type: 'logme2',
  title: 'LogMe2',
  offers,
  ports: [...Object.values(serverPorts), syslogPort],
  findPrograms,
  parse: (plan, parameters) => ({
    plan,
    ...readLogParameters(parameters, plan),
  }),
  open: context => new LogmeInstance(context),
};
