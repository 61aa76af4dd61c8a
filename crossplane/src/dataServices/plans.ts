/** Names of plans, and what they say. */
import {
  planSizes,
  type Backend,
  type DataService,
  type Plan,
  type PlanSet,
  type PlanSize,
  type Topology,
} from './DataService';

const pattern =
  /-(?<topology>single|replica|cluster)-(?<size>nano|small|medium|big)(?<ssl>-ssl)?(?<bionic>-bionic)?$/;

/** Takes the name of a plan apart; undefined for a name of another form. */
export function parsePlan(name: string): Plan | undefined {
  const parts = pattern.exec(name)?.groups;
  return (
    parts && {
      name,
      size: parts.size as PlanSize,
      topology: parts.topology as Topology,
      ssl: parts.ssl !== undefined,
      bionic: parts.bionic !== undefined,
    }
  );
}

const namesOf = ({ prefix, shapes, flavours = [''] }: PlanSet): string[] =>
  flavours.flatMap(flavour =>
    shapes.map(shape => `${prefix}-${shape}${flavour}`),
  );

/** Names of a backend's plans. */
export const backendPlans = ({ plans }: Backend): string[] =>
  plans.flatMap(namesOf);

/** Sorts plans of the same prefix: without TLS first, one server first, small first. */
function comparePlans(a: string, b: string): number {
  const [left, right] = [parsePlan(a), parsePlan(b)];
  if (!left || !right) return 0;
  const topologies: readonly Topology[] = ['single', 'replica', 'cluster'];
  return (
    Number(left.ssl) - Number(right.ssl) ||
    Number(left.bionic) - Number(right.bionic) ||
    topologies.indexOf(left.topology) - topologies.indexOf(right.topology) ||
    planSizes.indexOf(left.size) - planSizes.indexOf(right.size)
  );
}

/** Names of all plans of a service, by prefix. */
export function planNames({ backends }: DataService): string[] {
  const prefixes = new Map<string, Set<string>>();
  for (const set of backends.flatMap(({ plans }) => plans)) {
    const names = prefixes.get(set.prefix) ?? new Set();
    namesOf(set).forEach(name => names.add(name));
    prefixes.set(set.prefix, names);
  }
  return [...prefixes.values()].flatMap(names => [...names].sort(comparePlans));
}

/** Title of a plan, such as `Single nano with TLS`. */
export function planTitle(service: DataService, plan: Plan): string {
  const set = service.backends
    .flatMap(({ plans }) => plans)
    .find(({ prefix }) => plan.name.startsWith(`${prefix}-${plan.topology}-`));
  const topology = plan.topology[0]?.toUpperCase() + plan.topology.slice(1);
  const extras = [
    set?.extra,
    plan.ssl && 'TLS',
    plan.bionic && 'Ubuntu Bionic',
  ];
  const named = extras.filter(Boolean).join(' and ');
  return `${topology} ${plan.size}${named && ` with ${named}`}`;
}

/** All values of `spec.service`. */
export const serviceNames = ({ backends }: DataService): string[] =>
  [...new Set(backends.flatMap(({ services }) => services))].sort((a, b) =>
    a.localeCompare(b, 'en', { numeric: true }),
  );
