/** Examples of the action, shown in the template editor. */
import type { TemplateExample } from '@backstage/plugin-scaffolder-node';
import { stringify } from 'yaml';

export const examples: TemplateExample[] = [
  {
    description:
      'Change the plan of an instance that was chosen with an EntityPicker',
    example: stringify({
      steps: [
        {
          id: 'change',
          name: 'Change the plan',
          action: 'klutch:instance:update',
          input: {
            instance: '${{ parameters.instance }}',
            plan: 'postgresql-single-big',
          },
        },
      ],
    }),
  },
  {
    description:
      'Protect a new instance from deletion, and keep the backups of the last 14 nights',
    example: stringify({
      steps: [
        {
          id: 'protect',
          name: 'Protect the instance',
          action: 'klutch:instance:update',
          input: {
            instance: '${{ steps.order.output.claimRef }}',
            protected: true,
            backupSchedule: { cron: '0 3 * * *', kept: 14 },
          },
        },
      ],
    }),
  },
];
