/** Reads the files in `monitoring/`. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** The package's folder with alerts and dashboard. */
export const monitoringFolder = join(__dirname, '..', '..', '..', 'monitoring');

/** One alert, as in Prometheus' rule files. */
export interface Alert {
  alert: string;
  expr: string;
  labels: { severity?: string };
  annotations: {
    summary?: string;
    description?: string;
    runbook_url?: string;
  };
}

/** What Prometheus reads: the `spec` of a PrometheusRule. */
export interface RuleFile {
  groups: { name: string; rules: Alert[] }[];
}

/** The rule files by their names. */
export function ruleFiles(): Map<string, RuleFile> {
  const names = readdirSync(monitoringFolder).filter(name =>
    name.endsWith('.rules.yaml'),
  );
  return new Map(names.map(name => [name, parse(read(name)).spec]));
}

/** All alerts of all files. */
export const alerts = (): Alert[] =>
  [...ruleFiles().values()].flatMap(({ groups }) =>
    groups.flatMap(({ rules }) => rules),
  );

/** The text of a file in the folder. */
export function read(name: string): string {
  return readFileSync(join(monitoringFolder, name), 'utf8');
}
