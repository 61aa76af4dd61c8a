/** Gauges whose values are read from callbacks at each scrape. */
import { Gauge, type Registry } from 'prom-client';
import type {
  ApiMetricValues,
  ObservableGauges,
  BindingMetricValues,
  ConnectionMetricValues,
  ConnectionState,
} from './KonnectorMetrics';

const states: readonly ConnectionState[] = [
  'connecting',
  'connected',
  'failing',
  'unauthorized',
];

/** The registered callbacks. */
class GaugeCallbacks<T> {
  private readonly callbacks = new Set<() => T>();

  readonly add = (callback: () => T): (() => void) => {
    // A separate function, so that a callback registered twice counts twice.
    const registered = () => callback();
    this.callbacks.add(registered);
    return () => void this.callbacks.delete(registered);
  };

  observe(): T[] {
    return [...this.callbacks].map(observe => observe());
  }
}

function apiGauges(
  registers: Registry[],
): GaugeCallbacks<ApiMetricValues & { api: string }> {
  const sources = new GaugeCallbacks<ApiMetricValues & { api: string }>();
  const labelNames = ['api'] as const;
  const objects = new Gauge({
    name: 'klutch_konnector_objects',
    help: 'Objects of bound APIs on the app cluster',
    labelNames,
    registers,
    collect() {
      objects.reset();
      for (const { api, objects: count } of sources.observe()) {
        objects.inc({ api }, count);
      }
    },
  });
  const orphans = new Gauge({
    name: 'klutch_konnector_orphaned_copies',
    help: 'Copies on control planes whose object is gone without an observed deletion',
    labelNames,
    registers,
    collect() {
      orphans.reset();
      for (const { api, orphans: count } of sources.observe()) {
        if (count !== undefined) orphans.inc({ api }, count);
      }
    },
  });
  return sources;
}

function connectionGauges(
  registers: Registry[],
): GaugeCallbacks<ConnectionMetricValues> {
  const sources = new GaugeCallbacks<ConnectionMetricValues>();
  const connections = new Gauge({
    name: 'klutch_konnector_control_planes',
    help: 'Connections to control planes, by state',
    labelNames: ['state'],
    registers,
    collect() {
      states.forEach(state => connections.set({ state }, 0));
      sources.observe().forEach(({ state }) => connections.inc({ state }));
    },
  });
  const age = new Gauge({
    name: 'klutch_konnector_heartbeat_age_seconds',
    help: 'Seconds since the last heartbeat reached a control plane; the oldest of several',
    registers,
    collect() {
      const ages = sources
        .observe()
        .flatMap(({ heartbeatAge }) => heartbeatAge ?? []);
      if (ages.length > 0) age.set(Math.max(...ages));
      else age.remove();
    },
  });
  return sources;
}

function bindingGauges(
  registers: Registry[],
): GaugeCallbacks<BindingMetricValues> {
  const sources = new GaugeCallbacks<BindingMetricValues>();
  const bindings = new Gauge({
    name: 'klutch_konnector_bindings',
    help: 'Bindings, by the status of their condition Ready',
    labelNames: ['ready'],
    registers,
    collect() {
      bindings.reset();
      for (const { ready } of sources.observe()) {
        for (const [status, count] of Object.entries(ready)) {
          bindings.inc({ ready: status }, count);
        }
      }
    },
  });
  const paused = new Gauge({
    name: 'klutch_konnector_bindings_paused',
    help: 'Bindings whose deletions the breaker pauses until a user approves them',
    registers,
    collect() {
      paused.set(
        sources
          .observe()
          .reduce((total, { paused: count }) => total + count, 0),
      );
    },
  });
  return sources;
}

/** Registers the gauges. @param label - bounds the number of API names. */
export function createObservableGauges(
  registers: Registry[],
  label: (api: string) => string,
): ObservableGauges {
  const apis = apiGauges(registers);
  const connections = connectionGauges(registers);
  const bindings = bindingGauges(registers);
  return {
    api: (api, observe) => apis.add(() => ({ ...observe(), api: label(api) })),
    connection: connections.add,
    bindings: bindings.add,
  };
}
