/** The search engine: one OpenSearch server for each instance. */
import { ServiceEngine } from '../../host/ServiceEngine';
import { Plan, offers } from './plans';
import { Config, SearchInstance } from './SearchInstance';
import { serverPorts } from './server/OpenSearchServer';
import { readServerParameters } from './server/parameters';
import { OpenSearchPrograms, findPrograms } from './server/programs';

export const search: ServiceEngine<Plan, Config, OpenSearchPrograms> = {
  type: 'search',
  title: 'OpenSearch',
  offers,
  ports: Object.values(serverPorts),
  findPrograms,
  parse: (plan, parameters) => ({
    plan,
    parameters: readServerParameters(parameters, {
      plan,
      tlsPrefix: '',
      others: {},
    }),
  }),
  open: context => new SearchInstance(context),
};
