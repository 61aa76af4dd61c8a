/** RabbitMQ: one server for each instance. */
import { ServiceEngine } from '../../host/ServiceEngine';
import { MessagingInstance } from './MessagingInstance';
import { readParameters } from './parameters';
import { Plan, offers } from './plans';
import { MessagingPrograms, findPrograms } from './programs';
import { Config, ports } from './settings';

export const messaging: ServiceEngine<Plan, Config, MessagingPrograms> = {
  type: 'messaging',
  title: 'RabbitMQ',
  offers,
  ports: Object.values(ports),
  findPrograms,
  parse: (plan, parameters) => ({
    plan,
    parameters: readParameters(parameters, plan),
  }),
  open: context => new MessagingInstance(context),
};
