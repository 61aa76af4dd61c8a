/** Claims to begin with, and claims that the API has to accept or refuse. Pure functions. */
import type { Definition, Parameter } from './definition';

type Spec = Record<string, unknown>;

const claim = (
  { group, kind }: Definition,
  name: string,
  spec: Spec,
): object => ({
  apiVersion: `${group}/v1`,
  kind,
  metadata: { name },
  spec,
});

/** The spec with the first version and a plan. */
const specOf = (
  { versions, plans }: Definition,
  plan = plans[0]?.name,
): Spec => ({
  ...(versions[0] && { service: versions[0].name }),
  plan,
});

/** A value that a parameter accepts. */
function sampleOf(parameter: Parameter): unknown {
  if (parameter.default !== undefined) return parameter.default;
  switch (parameter.type) {
    case 'boolean':
      return true;
    case 'string':
      return parameter.enum?.[0] ?? 'text';
    default:
      return parameter.minimum ?? Math.min(1, parameter.maximum ?? 1);
  }
}

const parametersWith = (
  parameters: readonly Parameter[],
  valueOf: (parameter: Parameter) => unknown,
) =>
  parameters.length > 0
    ? {
        parameters: Object.fromEntries(
          parameters.map(parameter => [parameter.name, valueOf(parameter)]),
        ),
      }
    : {};

/** A claim that orders an instance with every parameter. */
export const exampleClaim = (definition: Definition): object =>
  claim(definition, `my-${definition.name}`, {
    ...specOf(definition),
    ...parametersWith(definition.parameters, sampleOf),
  });

/** Claims that a server-side dry run has to accept, by file name: every plan and version, every parameter. */
export function acceptedClaims(definition: Definition): Map<string, object> {
  const { plans, versions, parameters } = definition;
  const test = (spec: Spec) => claim(definition, 'validation', spec);
  return new Map([
    ...plans.map(({ name }): [string, object] => [
      `plan-${name}`,
      test(specOf(definition, name)),
    ]),
    ...versions.map(({ name }): [string, object] => [
      `version-${name}`,
      test({ ...specOf(definition), service: name }),
    ]),
    ...parameters.map((parameter): [string, object] => [
      `parameter-${parameter.name}`,
      test({
        ...specOf(definition),
        ...parametersWith([parameter], sampleOf),
      }),
    ]),
  ]);
}

/** A value of another type, which no parameter of this type accepts. */
const wrongValueOf = ({ type }: Parameter) =>
  type === 'string' ? 12345 : 'no such value';

/** Claims that a server-side dry run has to refuse, by file name. */
export function refusedClaims(definition: Definition): Map<string, object> {
  const { versions, parameters } = definition;
  const test = (spec: Spec) => claim(definition, 'validation', spec);
  const { plan: _, ...withoutPlan } = specOf(definition);
  return new Map([
    ['no-plan', test(withoutPlan)],
    ['unknown-plan', test(specOf(definition, 'no-such-plan'))],
    ...(versions.length > 0
      ? [
          [
            'unknown-version',
            test({ ...specOf(definition), service: 'no-such-version' }),
          ] as [string, object],
        ]
      : []),
    ...parameters.map((parameter): [string, object] => [
      `parameter-${parameter.name}`,
      test({
        ...specOf(definition),
        ...parametersWith([parameter], wrongValueOf),
      }),
    ]),
  ]);
}
