/** Fields of an instance's spec that actions have inputs for. Pure function. */
import type { JsonObject } from '@backstage/types';

/** Inputs of actions that order or change an instance. */
export interface InstanceSettings {
  service?: string;
  plan?: string;
  parameters?: JsonObject;
  spec?: JsonObject;
}

/** The spec of the inputs; empty without any. */
export function instanceSpec(settings: InstanceSettings): JsonObject {
  const { service, plan, parameters, spec } = settings;
  return {
    ...spec,
    ...(service !== undefined && { service }),
    ...(plan !== undefined && { plan }),
    ...(parameters !== undefined && { parameters }),
  };
}
