/** Alerts and dashboard use what the programs report, and lead to the page that helps. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { metricsServiceMock } from '@backstage/backend-test-utils/alpha';
import type { MetricsService } from '@backstage/backend-plugin-api/alpha';
import { createBindingMetrics } from '@klutch/binding-backend';
import { createKonnectorMetrics } from '@klutch/konnector';
import { collectProcessMetrics } from '@klutch/kube';
import { Registry } from 'prom-client';
import { parse, parseAllDocuments } from 'yaml';
import { alerts, read } from './__testUtils__/monitoringFiles';
import { registerMetrics } from './registerMetrics';

const repository = join(__dirname, '..', '..', '..', '..');
const operations = readFileSync(
  join(repository, 'docs', 'operations.md'),
  'utf8',
);

/** The labels of each metric, by the names under which the metric is scraped. */
type Reported = Map<string, readonly string[]>;

function metricsIn(registry: Registry): Reported {
  return new Map(
    registry.getMetricsAsArray().flatMap(metric => {
      const { name } = metric;
      const labels = Reflect.get(metric, 'labelNames') as string[];
      const names =
        String(metric.type) === 'histogram'
          ? [`${name}_bucket`, `${name}_sum`, `${name}_count`]
          : [name];
      return names.map(scraped => [scraped, labels] as const);
    }),
  );
}

/** The names that OpenTelemetry's exporters for Prometheus give the portal's metrics, with and without the unit. */
function portalMetrics(): Reported {
  const reported = new Map<string, string[]>();
  const createObservableGauge: MetricsService['createObservableGauge'] = (
    name,
    options,
  ) => ({
    addCallback: callback => {
      const labels = new Set<string>();
      callback({
        observe: (_, attributes) =>
          Object.keys(attributes ?? {}).forEach(label => labels.add(label)),
      });
      const scraped = name.replaceAll('.', '_');
      reported.set(scraped, [...labels]);
      if (options?.unit === 's')
        reported.set(`${scraped}_seconds`, [...labels]);
    },
    removeCallback: jest.fn(),
  });
  registerMetrics(metricsServiceMock.mock({ createObservableGauge }), {
    claims: () => [{ type: 'instance', state: 'Ready' }],
    appClusters: () => [
      {
        connection: 'kubeconfig',
        record: { id: 'apps' },
        cluster: {
          reachability: { reachable: true },
          lastSeenAt: new Date(),
        },
      },
    ],
  });
  return reported;
}

function reportedMetrics(): Reported {
  const konnector = new Registry();
  createKonnectorMetrics(konnector);
  collectProcessMetrics(konnector);
  const bindingBackend = new Registry();
  createBindingMetrics(bindingBackend);
  return new Map([
    ...metricsIn(konnector),
    ...metricsIn(bindingBackend),
    ...portalMetrics(),
  ]);
}

/** Labels that Prometheus and the PodMonitors add, and those of histograms. */
const addedLabels = ['__name__', 'cluster', 'job', 'le', 'namespace', 'pod'];

const labelsUsedIn = (expression: string): string[] => [
  ...[...expression.matchAll(/\b(?:by|without) ?\(([^)]*)\)/g)].flatMap(
    ([, labels = '']) => labels.split(',').map(label => label.trim()),
  ),
  ...[...expression.matchAll(/\{([^}]*)\}/g)].flatMap(([, matchers = '']) =>
    [...matchers.matchAll(/(\w+)\s*(?:=|!)/g)].map(([, label = '']) => label),
  ),
];

const namesUsedIn = (expression: string): string[] =>
  expression.match(/\b(?:klutch|nodejs|process)_\w+/g) ?? [];

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; datasource: { uid: string } }[];
}

const dashboard: {
  panels: Panel[];
  templating: { list: { name: string; query: string | { query: string } }[] };
} = JSON.parse(read('dashboard.json'));

const dashboardExpressions = [
  ...dashboard.panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => expr),
  ),
  ...dashboard.templating.list.map(({ query }) =>
    typeof query === 'string' ? query : query.query,
  ),
];

/** The anchors of a page's headings, as GitHub makes them. */
const anchorsOf = (markdown: string): string[] =>
  [...markdown.matchAll(/^#+ (.*)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );

describe('metrics', () => {
  const reported = reportedMetrics();

  it.each(alerts().map(({ alert, expr }) => [alert, expr]))(
    '%s uses metrics that are reported',
    (_, expr) => {
      // `up` is Prometheus' own.
      const used = namesUsedIn(expr);
      expect([...used, ...(expr.match(/\bup\b/g) ?? [])]).not.toEqual([]);
      expect(used.filter(name => !reported.has(name))).toEqual([]);
    },
  );

  it('are reported under the names that the dashboard uses', () => {
    const used = dashboardExpressions.flatMap(namesUsedIn);
    expect(used.length).toBeGreaterThan(20);
    expect(used.filter(name => !reported.has(name))).toEqual([]);
  });

  it.each([
    ...alerts().map(({ alert, expr }) => [alert, expr] as const),
    ...dashboard.panels.flatMap(({ targets = [], title }) =>
      targets.map(({ expr }) => [`the panel ${title}`, expr] as const),
    ),
  ])('have the labels that %s uses', (_, expr) => {
    const labels = namesUsedIn(expr).flatMap(name => reported.get(name) ?? []);
    const known = new Set([...labels, ...addedLabels]);
    expect(labelsUsedIn(expr).filter(label => !known.has(label))).toEqual([]);
  });
});

describe('alerts', () => {
  it('have names of their own', () => {
    const names = alerts().map(({ alert }) => alert);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each(alerts().map(alert => [alert.alert, alert] as const))(
    '%s says what happened, and where the page says what to do',
    (name, { labels, annotations }) => {
      expect(labels.severity).toMatch(/^(critical|warning)$/);
      expect(annotations.summary).toBeTruthy();
      expect(annotations.description).toBeTruthy();
      const [page, anchor] = annotations.runbook_url?.split('#') ?? [];
      expect(page).toMatch(/\/docs\/operations\.md$/);
      expect(anchorsOf(operations)).toContain(anchor);
      expect(operations).toContain(`\`${name}\``);
    },
  );

  it('are all tested', () => {
    const tests = read('alerts.test.yaml');
    expect(
      alerts().filter(({ alert }) => !tests.includes(`alertname="${alert}"`)),
    ).toEqual([]);
  });
});

describe('dashboard', () => {
  const { panels } = dashboard;

  it('has panels with ids of their own and a query each', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const withoutQuery = panels.filter(
      ({ type, targets = [] }) =>
        type !== 'row' &&
        !targets.some(
          ({ expr, datasource }) => expr && datasource.uid === '${datasource}',
        ),
    );
    expect(withoutQuery).toEqual([]);
  });

  it('has panels within the grid that do not overlap', () => {
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, cell) => ({
        x: x + (cell % w),
        y: y + Math.floor(cell / w),
      })),
    );
    expect(cells.filter(({ x }) => x >= 24)).toEqual([]);
    expect(new Set(cells.map(({ x, y }) => `${x},${y}`)).size).toBe(
      cells.length,
    );
  });
});

it('scrapes the pods of the konnector at the port of its metrics', () => {
  const { spec, metadata } = parse(read('konnector.pod-monitor.yaml'));
  const deployment = parseAllDocuments(
    readFileSync(
      join(repository, 'konnector', 'deploy', 'konnector.yaml'),
      'utf8',
    ),
  )
    .map(document => document.toJS())
    .find(({ kind }) => kind === 'Deployment');
  const { template } = deployment.spec;
  expect(metadata.namespace).toBe(deployment.metadata.namespace);
  expect(spec.selector.matchLabels).toEqual(template.metadata.labels);
  expect(spec.podMetricsEndpoints).toMatchObject([
    { port: template.spec.containers[0].ports[0].name, path: '/metrics' },
  ]);
});
