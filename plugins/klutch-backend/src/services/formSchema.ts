/** The schema of a claim with what its author says about parameters, which a CRD has no place for. Pure functions. */
import type { ClaimSchema } from '@klutch/backstage-plugin-klutch-common';
import type { ServiceInfo } from '../claimApis/serviceInfo';

type Described = Pick<ServiceInfo, 'schema' | 'parameters'>;

/**
 * Adds titles, units and texts of parameters to the schema: `title`, `x-klutch-unit`, which forms show with the title, and
 * `x-klutch-group`, the title of those that forms show together. Parameters that are described come first, in the order of
 * their descriptions; in a CRD they are in alphabetical order.
 */
export function formSchema({ schema, parameters }: Described): ClaimSchema {
  const spec = schema.properties?.spec;
  const settings = spec?.properties?.parameters;
  if (!settings?.properties || Object.keys(parameters).length === 0) {
    return schema;
  }
  const nodes = settings.properties;
  const names = Object.keys(parameters).filter(name => name in nodes);
  const described = [...new Set([...names, ...Object.keys(nodes)])].map(
    name => {
      const { title, unit, group } = parameters[name] ?? {};
      const more = {
        ...(title && { title }),
        ...(unit && { 'x-klutch-unit': unit }),
        ...(group && { 'x-klutch-group': group }),
      };
      return [name, { ...nodes[name], ...more }];
    },
  );
  return {
    ...schema,
    properties: {
      ...schema.properties,
      spec: {
        ...spec,
        properties: {
          ...spec?.properties,
          parameters: {
            ...settings,
            properties: Object.fromEntries(described),
          },
        },
      },
    },
  };
}
