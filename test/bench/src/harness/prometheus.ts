// Parses metrics in Prometheus' text format, as the konnector and API servers serve them.

export interface MetricSample {
  name: string;
  labels: Record<string, string>;
  value: number;
}

const line = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)/;
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g;

export function samplesOf(text: string, metric: string): MetricSample[] {
  return text
    .split('\n')
    .filter(found => found.startsWith(metric))
    .flatMap(found => {
      const [, name = '', labels = '', value = ''] = line.exec(found) ?? [];
      if (name !== metric) return [];
      const entries = [...labels.matchAll(label)].map(
        ([, key = '', text_ = '']) => [key, text_] as const,
      );
      return [{ name, labels: Object.fromEntries(entries), value: +value }];
    });
}

/** @throws Error when there is no such sample */
export function valueOf(text: string, metric: string): number {
  const [first] = samplesOf(text, metric);
  if (!first) throw new Error(`There is no metric ${metric}.`);
  return first.value;
}
