/** The key-value store: one server process for each instance. */
import { ServiceEngine } from '../../host/ServiceEngine';
import { KeyvalueInstance, portName } from './KeyvalueInstance';
import { readParameters } from './parameters';
import { Plan, offers } from './plans';
import { KeyvaluePrograms, findPrograms } from './programs';
import { Config } from './settings';

export const keyvalue: ServiceEngine<Plan, Config, KeyvaluePrograms> = {
  type: 'keyvalue',
  title: 'Valkey',
  offers,
  ports: [portName],
  findPrograms,
  parse: (plan, parameters) => ({
    plan,
    parameters: readParameters(parameters, plan),
  }),
  open: context => new KeyvalueInstance(context),
};
