/** Reads what the programs print. Pure functions. */

/** Without values of the configuration, which may be secret, and without positions in files of this provider. */
const withoutValues = (text: string) =>
  text
    .replace(/\\n/g, ' ')
    .replace(/\\(["\\])/g, '$1')
    .replace(/parsing YAML file \S+: /g, '')
    .replace(/\(--config\.file="[^"]*"\)/g, '')
    .replace(/\bline \d+: /g, '')
    .replace(/`[^`]*`/g, '…')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 500);

/** The reason in the output of `promtool check config`. */
export const refusal = (output: string): string =>
  withoutValues(/FAILED: ([^]*)/.exec(output)?.[1] ?? '');

/** The errors in the log of Prometheus or Alertmanager. */
export function startupErrors(log: string): string {
  const errors = log.split('\n').flatMap(line => {
    if (!/\blevel=error\b/i.test(line)) return [];
    const { quoted, word } =
      /\berr=("(?<quoted>(?:[^"\\]|\\.)*)"|(?<word>\S+))/.exec(line)?.groups ??
      {};
    const text = quoted ?? word;
    return text ? [withoutValues(text)] : [];
  });
  return [...new Set(errors)].join('; ');
}

/** The reason in the log of the Graphite exporter, which ends with the exception of Node. */
export const exporterErrors = (log: string): string =>
  /^\w*Error: (.+)$/m.exec(log)?.[1] ?? '';

/** The value of a metric without labels. */
export function metricValue(metrics: string, name: string): number {
  const line = metrics.split('\n').find(text => text.startsWith(`${name} `));
  return Number(line?.split(' ')[1]);
}
