/** MongoDB. */
import type { DataService } from './DataService';
import { icon } from './icons';

const path = 'changeStreamOptions.preAndPostImages.expireAfterSeconds';

export const mongodb: DataService = {
  type: 'mongodb',
  kind: 'MongodbInstance',
  plural: 'mongodbinstances',
  title: 'MongoDB',
  description: 'Document database.',
  icon: icon('leaf', '#3f7d3a'),
  docsUrl: 'https://www.mongodb.com/docs/',
  serviceTitles: {
    'a9s-mongodb50': 'MongoDB 5.0',
    'a9s-mongodb70': 'MongoDB 7.0',
  },
  serviceDescription: 'MongoDB and its version. Fixed for life.',
  backends: [
    {
      composition: 'a9s-mongodb',
      services: ['a9s-mongodb50', 'a9s-mongodb70'],
      plans: [
        {
          prefix: 'mongodbsspl',
          shapes: [
            'single-nano',
            'single-small',
            'single-big',
            'replica-small',
            'replica-big',
          ],
          flavours: ['', '-ssl'],
        },
      ],
    },
  ],
  planFacts: {
    nano: { storage: '100Mi' },
    small: { storage: '500Mi' },
    big: { storage: '2Gi' },
  },
  planChanges: { singleToMulti: true },
  parameters: {
    setClusterParameter: {
      path: `setClusterParameter.${path}`,
      brokerKey: `set_cluster_parameter.${path}`,
      schema: {
        type: 'object',
        description: 'Parameters of the whole cluster.',
        properties: {
          changeStreamOptions: {
            type: 'object',
            description: 'Options of change streams.',
            properties: {
              preAndPostImages: {
                type: 'object',
                description: 'Images of documents before and after a change.',
                properties: {
                  expireAfterSeconds: {
                    'x-kubernetes-int-or-string': true,
                    description:
                      'Seconds after which images are removed, or off to keep them as long as the change stream needs.',
                    'x-kubernetes-validations': [
                      {
                        rule: "type(self) == int ? self >= 0 : self == 'off'",
                        message: 'must be off, or 0 or greater',
                      },
                    ],
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};
