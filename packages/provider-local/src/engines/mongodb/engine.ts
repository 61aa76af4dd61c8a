/** MongoDB's wire protocol by FerretDB: for each instance one FerretDB in front of a PostgreSQL server of its own. */
import { ServiceEngine } from '../../host/ServiceEngine';
import { Config, MongodbInstance } from './MongodbInstance';
import { checkParameters } from './parameters';
import { Plan, offers } from './plans';
import { MongodbPrograms, findPrograms } from './programs';

export const mongodb: ServiceEngine<Plan, Config, MongodbPrograms> = {
  type: 'mongodb',
  title: 'FerretDB',
  offers,
  ports: ['mongodb', 'sql'],
  findPrograms,
  parse: (plan, parameters) => {
    checkParameters(parameters);
    return { plan };
  },
  open: context => new MongodbInstance(context),
};
