/** Registers the metrics of the binding backend; docs/binding.md lists them. */
import { createMetrics } from '@klutch/kube';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { BindingCounts, BindingMetrics } from './BindingMetrics';

const gauges = (registers: Registry[]) => {
  const collectors = new Set<() => BindingCounts>();
  /**
   * Sums the counts of all collectors. A metric whose collector fails is left out, so that the other metrics remain
   * available.
   */
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
 * @throws Error when they are registered already: call this function once per registry.
 */
export const createBindingMetrics = (registry: Registry): BindingMetrics => {
  const registers = [registry];
  const tokens = new Counter({
    name: 'klutch_binding_tokens_total',
    help: 'Tokens for konnectors that were issued, or that the API server refused to issue',
    labelNames: ['result'],
    registers,
  });
  const signIns = new Counter({
    name: 'klutch_binding_sign_ins_total',
    help: 'Sign-ins of users and machines',
    labelNames: ['provider', 'outcome'],
    registers,
  });
  const binds = new Counter({
    name: 'klutch_binding_binds_total',
    help: 'Binds requested by users and machines, and export requests processed by the control plane',
    labelNames: ['stage', 'outcome'],
    registers,
  });
  const httpResponses = new Counter({
    name: 'klutch_binding_http_answers_total',
    help: 'HTTP responses of the handshake',
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
