/** The rules on what the chosen Composition offers, as CEL. */
import type {
  Backend,
  DataService,
  PlanSet,
  Rule,
} from '../dataServices/DataService';
import { backendPlans } from '../dataServices/plans';

/** Without words between the values, so that translations of the sentence take the list as it is. */
const listOf = (values: readonly string[]): string => values.join(', ');

/** Whether the claim names a Composition. */
const named = (composition: string) =>
  `(has(self.compositionRef) && self.compositionRef.name == '${composition}')`;

/**
 * Whether the claim uses the Composition, and whether it does not. A claim without `compositionRef` gets
 * `defaultCompositionRef`, which is the first backend's; the rules must not read an absent `compositionRef`.
 */
function usage({ backends }: DataService, { composition }: Backend) {
  const [first, ...others] = backends;
  const names = others.map(other => named(other.composition)).join(' || ');
  return composition === first.composition
    ? { uses: `!${names}`, unlessUsed: names }
    : { uses: named(composition), unlessUsed: `!${named(composition)}` };
}

const quoted = (values: readonly string[]) =>
  values.map(value => `'${value}'`).join(', ');

const plansText = ({ shapes, flavours = [''] }: PlanSet): string => {
  const endings = flavours.filter(flavour => flavour !== '');
  return `${listOf(shapes)}${endings.length > 0 ? `, each also with ${listOf(endings)}` : ''}`;
};

/** The rules on `compositionRef`, service and plan of a service with several backends. */
export function backendRules(service: DataService): Rule[] {
  const { backends } = service;
  if (backends.length === 1) return [];
  const names = backends.map(({ composition }) => composition);
  return [
    {
      rule: `!has(self.compositionRef) || self.compositionRef.name in [${quoted(names)}]`,
      message: `compositionRef.name must be one of ${listOf(names)}`,
    },
    ...backends.map(backend => ({
      rule: `${usage(service, backend).unlessUsed} || self.service in [${quoted(backend.services)}]`,
      fieldPath: '.service',
      message: `${backend.composition} offers the services ${listOf(backend.services)}`,
    })),
    ...backends.map(backend => ({
      rule: `${usage(service, backend).unlessUsed} || self.plan in [${quoted(backendPlans(backend))}]`,
      fieldPath: '.plan',
      message: `${backend.composition} offers plans ${backend.plans.map(plansText).join(', ')}`,
    })),
  ];
}

const unset = (parameter: string) =>
  `!has(self.parameters) || !has(self.parameters.${parameter})`;

/** The rules on parameters that only one Composition or one topology knows. */
export function parameterRules(service: DataService): Rule[] {
  return Object.entries(service.parameters).flatMap(
    ([name, { only, topology }]) => {
      const fieldPath = `.parameters.${name}`;
      const backend = service.backends.find(
        ({ composition }) => composition === only,
      );
      return [
        ...(backend
          ? [
              {
                rule: `${unset(name)} || ${usage(service, backend).uses}`,
                fieldPath,
                message: `${name} is a parameter of ${only} only`,
              },
            ]
          : []),
        ...(topology
          ? [
              {
                rule: `${unset(name)} || self.plan.contains('-${topology}-')`,
                fieldPath,
                message: `${name} is a parameter of ${topology} plans only`,
              },
            ]
          : []),
      ];
    },
  );
}
