/** Examples of the action, shown in the template editor. */
import type { TemplateExample } from '@backstage/plugin-scaffolder-node';
import { stringify } from 'yaml';

const where = {
  cluster: 'apps-dev',
  namespace: 'team-a',
  resource: 'postgresqlinstances.anynines.com',
};

export const examples: TemplateExample[] = [
  {
    description: 'Order a PostgreSQL instance',
    example: stringify({
      steps: [
        {
          id: 'order',
          name: 'Order PostgreSQL',
          action: 'klutch:instance:create',
          input: {
            ...where,
            name: '${{ parameters.name }}',
            service: 'a9s-postgresql15',
            plan: 'postgresql-single-nano',
          },
        },
      ],
    }),
  },
  {
    description:
      'Order a PostgreSQL instance with settings for a component of a team, and wait until it is ready',
    example: stringify({
      steps: [
        {
          id: 'order',
          name: 'Order PostgreSQL',
          action: 'klutch:instance:create',
          input: {
            ...where,
            name: '${{ parameters.name }}',
            service: 'a9s-postgresql15',
            plan: 'postgresql-single-small',
            parameters: { workMem: '16MB' },
            owner: '${{ parameters.owner }}',
            component: 'component:default/${{ parameters.name }}',
          },
        },
        {
          id: 'ready',
          name: 'Wait until it is ready',
          action: 'klutch:wait',
          input: { claim: '${{ steps.order.output.claimRef }}' },
        },
      ],
    }),
  },
];
