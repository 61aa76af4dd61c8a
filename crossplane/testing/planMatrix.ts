/** What the generated rules say about every plan of every service, by a CEL library instead of an API server. */
import { Environment } from '@marcbachmann/cel-js';
import { dataServices } from '../src/dataServices';
import type {
  Backend,
  DataService,
  Rule,
  Schema,
} from '../src/dataServices/DataService';
import { planNames, serviceNames } from '../src/dataServices/plans';
import { instanceXrd } from '../src/generate/instanceXrd';

const environment = new Environment({
  unlistedVariablesAreDyn: true,
  homogeneousAggregateLiterals: false,
});

/** Remembers what a function returns. */
function remembered<Key, Value>(of: (key: Key) => Value): typeof of {
  const known = new Map<Key, Value>();
  return key => {
    const found = known.get(key) ?? of(key);
    known.set(key, found);
    return found;
  };
}

const parse = remembered((rule: string) => environment.parse(rule));

/** Messages of the rules that do not hold. */
function refusals(
  rules: readonly Rule[] = [],
  self: unknown,
  oldSelf?: unknown,
): string[] {
  return rules
    .filter(({ rule }) => /\boldSelf\b/.test(rule) === (oldSelf !== undefined))
    .filter(({ rule }) => parse(rule)({ self, oldSelf }) !== true)
    .map(({ message }) => message);
}

/** The schema of a service's `spec`. */
const specSchema = remembered((service: DataService): Schema => {
  const [version] = instanceXrd(service).spec.versions;
  const schema = version?.schema.openAPIV3Schema as Schema | undefined;
  const spec = schema?.properties?.spec;
  if (!spec) throw new Error(`${service.kind} has no spec.`);
  return spec;
});

/** A claim's `spec` for one Composition of a service. */
export interface PlanCase {
  service: DataService;
  backend: Backend;
  spec: { compositionRef?: { name: string }; service: string; plan: string };
}

/** Every Composition with every value of `spec.service` and `spec.plan`, whether or not they fit. */
export const allCases: readonly PlanCase[] = dataServices.flatMap(service =>
  service.backends.flatMap(backend =>
    serviceNames(service).flatMap(name =>
      planNames(service).map(plan => ({
        service,
        backend,
        spec: {
          compositionRef: { name: backend.composition },
          service: name,
          plan,
        },
      })),
    ),
  ),
);

/** The same claim, which leaves the choice of the Composition to the API. */
export const withoutCompositionRef = ({
  spec: { compositionRef: _, ...spec },
  ...rest
}: PlanCase): PlanCase => ({ ...rest, spec });

/** Why a new claim is refused; empty when it is accepted. */
export const creationRefusals = ({ service, spec }: PlanCase): string[] =>
  refusals(specSchema(service)['x-kubernetes-validations'], spec);

/** Why a claim cannot change to another plan of its Composition; empty when it can. */
export function changeRefusals(from: PlanCase, plan: string): string[] {
  const schema = specSchema(from.service);
  const to = { ...from, spec: { ...from.spec, plan } };
  return [
    ...creationRefusals(to),
    ...refusals(
      schema.properties?.plan?.['x-kubernetes-validations'],
      plan,
      from.spec.plan,
    ),
  ];
}
