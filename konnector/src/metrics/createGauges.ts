/** Gauges whose values are read from their sources at each scrape. */
import { Gauge, type Registry } from 'prom-client';
import type { GaugeName, Gauges } from './KonnectorMetrics';
import { onAbort } from '../onAbort';

interface Definition {
  help: string;
  label?: string;
  /** `max`: of several samples with the same labels, the largest counts; default: their sum. */
  combine?: 'max';
  /** Labels that have the value 0 without a sample. */
  zeros?: Record<string, string>[];
}

const definitions: Record<GaugeName, Definition> = {
  klutch_konnector_objects: {
    help: 'Objects of bound APIs on the app cluster',
    label: 'api',
  },
  klutch_konnector_orphaned_copies: {
    help: 'Copies on control planes whose object is gone without an observed deletion',
    label: 'api',
  },
  klutch_konnector_control_planes: {
    help: 'Connections to control planes, by state',
    label: 'state',
    zeros: ['connecting', 'connected', 'failing', 'unauthorized'].map(
      state => ({ state }),
    ),
  },
  klutch_konnector_heartbeat_age_seconds: {
    help: 'Seconds since the last heartbeat reached a control plane; the oldest of several',
    combine: 'max',
  },
  klutch_konnector_bindings: {
    help: 'Bindings, by the status of their condition Ready',
    label: 'ready',
  },
  klutch_konnector_bindings_paused: {
    help: 'Bindings whose deletions the breaker pauses until a user approves them',
    zeros: [{}],
  },
};

/** Registers the gauges. @param label - bounds the number of API names. */
export function createGauges(
  registers: Registry[],
  label: (api: string) => string,
): Gauges {
  const sources = new Set<Parameters<Gauges['add']>[0]>();

  const samplesOf = (name: GaugeName) =>
    [...sources]
      .flatMap(source => source[name]?.() ?? [])
      .flatMap(({ labels = {}, value }) => {
        if (value === undefined) return [];
        const { api } = labels;
        return {
          labels: api === undefined ? labels : { ...labels, api: label(api) },
          value,
        };
      });

  for (const name of Object.keys(definitions) as GaugeName[]) {
    const definition = definitions[name];
    const { help, label: labelName, combine, zeros = [] } = definition;
    const gauge = new Gauge<string>({
      name,
      help,
      labelNames: labelName === undefined ? [] : [labelName],
      registers,
      collect() {
        gauge.reset();
        // A reset gauge without labels has the value 0.
        if (labelName === undefined) gauge.remove();
        zeros.forEach(labels => gauge.set(labels, 0));
        const samples = samplesOf(name);
        if (combine === 'max') {
          samples
            .sort((a, b) => a.value - b.value)
            .forEach(({ labels, value }) => gauge.set(labels, value));
        } else {
          samples.forEach(({ labels, value }) => gauge.inc(labels, value));
        }
      },
    });
  }

  return {
    add(source, signal) {
      // A separate object, so that a source added twice counts twice.
      const added = { ...source };
      sources.add(added);
      onAbort(signal, () => sources.delete(added));
    },
  };
}
