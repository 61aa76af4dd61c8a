/** The schema of a claim with what its author says about parameters, which a CRD has no place for. Pure functions. */
import type { ClaimSchema } from '@klutch/backstage-plugin-klutch-common';
import type { ServiceInfo } from '../claimApis/serviceInfo';

type Described = Pick<ServiceInfo, 'schema' | 'parameters'>;

/** Puts titles and units of parameters into the schema: `title`, and `x-klutch-unit`, which forms show with the title. */
export function formSchema({ schema, parameters }: Described): ClaimSchema {
  const spec = schema.properties?.spec;
  const settings = spec?.properties?.parameters;
  if (!settings?.properties || Object.keys(parameters).length === 0) {
    return schema;
  }
  const described = Object.entries(settings.properties).map(([name, node]) => {
    const { title, unit } = parameters[name] ?? {};
    const more = {
      ...(title && { title }),
      ...(unit && { 'x-klutch-unit': unit }),
    };
    return [name, { ...node, ...more }];
  });
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
