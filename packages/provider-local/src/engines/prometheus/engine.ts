/** Prometheus, with Alertmanager and a Graphite exporter for each instance. */
import { ServiceEngine } from '../../host/ServiceEngine';
import { Config, portNames } from './configuration';
import { readParameters } from './parameters';
import { Plan, offers } from './plans';
import { PrometheusPrograms, findPrograms } from './programs';
import { PrometheusInstance } from './PrometheusInstance';

export const prometheus: ServiceEngine<Plan, Config, PrometheusPrograms> = {
  type: 'prometheus',
  title: 'Prometheus',
  offers,
  ports: portNames,
  findPrograms,
  parse: (plan, parameters) => ({
    plan,
    parameters: readParameters(parameters, plan),
  }),
  open: context => new PrometheusInstance(context),
};
