/** Registers the families of the binding backend; docs/binding.md lists them. */
import { createMetrics } from '@klutch/kube';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { BindingCounts, BindingMetrics } from './BindingMetrics';

const gauges = (registers: Registry[]) => {
  const collectors = new Set<() => BindingCounts>();
  /** Sums the counts of all collectors. Figures that cannot be counted are left out: the other metrics stay. */
  const setGauge = (
    gauge: Gauge,
    label: string,
    part: (counts: BindingCounts) => Record<string, number>,
  ) => {
    gauge.reset();
    try {
      for (const collect of collectors) {
        for (const [value, count] of Object.entries(part(collect()))) {
          gauge.inc({ [label]: value }, count);
        }
      }
    } catch {
      gauge.reset();
    }
  };
  const tenants = new Gauge({
    name: 'klutch_binding_tenants',
    help: 'App clusters, by state',
    labelNames: ['state'],
    registers,
    collect() {
      setGauge(tenants, 'state', counts => counts.tenants);
    },
  });
  const exports = new Gauge({
    name: 'klutch_binding_exports',
    help: 'Exports, by the status of their condition Ready',
    labelNames: ['ready'],
    registers,
    collect() {
      setGauge(exports, 'ready', counts => counts.exports);
    },
  });
  return (collect: () => BindingCounts) => {
    collectors.add(collect);
    return () => void collectors.delete(collect);
  };
};

/**
 * Registers the metrics of the binding backend and of `@klutch/kube`.
 * @throws Error when they are registered there already: call it once a registry.
 */
export const createBindingMetrics = (registry: Registry): BindingMetrics => {
  const registers = [registry];
  const tokens = new Counter({
    name: 'klutch_binding_tokens_total',
    help: 'Tokens for konnectors that were made, or that the API server refused to make',
    labelNames: ['result'],
    registers,
  });
  const signIns = new Counter({
    name: 'klutch_binding_sign_ins_total',
    help: 'Sign-ins of people and machines',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  const binds = new Counter({
    name: 'klutch_binding_binds_total',
    help: 'Binds that people and machines asked for, and what the control plane made of requests',
    labelNames: ['stage', 'outcome'],
    registers,
  });
  const httpResponses = new Counter({
    name: 'klutch_binding_http_answers_total',
    help: 'Answers of the handshake over HTTP',
    labelNames: ['route', 'status'],
    registers,
  });
  return {
    ...createMetrics(registry),
    token: result => tokens.inc({ result }),
    signedIn: (provider, outcome) => signIns.inc({ provider, outcome }),
    bound: (stage, outcome) => binds.inc({ stage, outcome }),
    httpResponse: (route, status) =>
      httpResponses.inc({ route, status: `${Math.floor(status / 100)}xx` }),
    onCollect: gauges(registers),
  };
};
