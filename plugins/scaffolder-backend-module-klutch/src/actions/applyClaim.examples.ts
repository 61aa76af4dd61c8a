/** Examples of the action, shown in the template editor. */
import type { TemplateExample } from '@backstage/plugin-scaffolder-node';
import { stringify } from 'yaml';

export const examples: TemplateExample[] = [
  {
    description: 'Order a PostgreSQL instance',
    example: stringify({
      steps: [
        {
          id: 'order',
          name: 'Order PostgreSQL',
          action: 'klutch:claim:apply',
          input: {
            cluster: 'apps-dev',
            namespace: 'team-a',
            resource: 'postgresqlinstances.anynines.com',
            name: 'orders-db',
            spec: {
              service: 'a9s-postgresql15',
              plan: 'postgresql-single-nano',
            },
          },
        },
      ],
    }),
  },
];
