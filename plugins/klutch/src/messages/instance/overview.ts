/** Texts of the tab Overview. */

export const overviewMessages = {
  hops: {
    title: 'Progress',
    titleOf: 'Progress of {{name}}',
    show: 'Progress',
    showOf: 'Show the progress of {{name}}',
    id: {
      request: 'Request',
      appCluster: 'App cluster',
      konnector: 'Konnector',
      controlPlane: 'Control plane',
      service: 'Service',
    },
    state: {
      done: 'Done',
      active: 'In progress',
      failed: 'Failed',
      waiting: 'Not yet',
    },
    remedy: {
      service:
        'If the message is about what was entered, such as settings or the plan, change it, or order anew. Otherwise send it to a platform operator, with the address of this page.',
      other:
        'Send this message to a platform operator, with the address of this page.',
    },
  },
  facts: {
    title: 'Details',
    service: 'Service',
    version: 'Version',
    plan: 'Plan',
    cluster: 'App cluster',
    namespace: 'Namespace',
    owner: 'Owner',
    component: 'Used by',
    created: 'Created',
    lastBackup: 'Last good backup',
    none: 'None',
    uid: 'UID',
    resource: 'Resource',
  },
  connection: {
    title: 'Connection',
    address: 'Address',
    database: 'Database',
    how: 'An application connects with the credentials of its service binding, such as {{binding}}.',
    none: 'Host and port are created with the first service binding, which gives an application its own user.',
    ofInstance:
      'These are the addresses of the instance. A service binding gives an application its own user.',
    client: {
      postgresql:
        'With psql, or the PostgreSQL driver of your language. The portal writes the command when you reveal the credentials.',
      mariadb:
        'With the mariadb client, or a MySQL driver. The portal writes the command when you reveal the credentials.',
      mongodb:
        'With mongosh, or the MongoDB driver of your language, and the URI of the Secret.',
      keyvalue: 'With valkey-cli or redis-cli, or any Redis client library.',
      messaging: 'With an AMQP 0-9-1 library, and the URI of the Secret.',
      search:
        'With HTTP, such as curl, or the OpenSearch client of your language.',
      logme2:
        'Applications send their logs with syslog; people search them in OpenSearch Dashboards.',
      prometheus:
        'With HTTP: as a data source of Grafana, or in the expression browser.',
    },
    lastSeen:
      'The last known address, from the service binding {{binding}}, which is not ready now.',
    notYet: 'No service binding is ready yet.',
    open: 'Service bindings',
  },
  usage: {
    title: 'Usage',
    storage: 'Storage',
    connections: 'Connections',
    of: '{{used}} of {{limit}}',
    storageInUse: 'Storage in use',
    connectionsInUse: 'Connections in use',
    none: 'The service does not report what is used of the plan.',
  },
  conditions: {
    title: 'Conditions',
    show_one: '{{count}} condition',
    show_other: '{{count}} conditions',
    readyTrue: 'Ready to use',
    readyFalse: 'Not ready to use yet',
    syncedTrue: 'The control plane has the latest order',
    syncedFalse: 'The control plane could not apply the latest order',
    other: '{{type}}: {{status}}',
  },
  trace: {
    title: 'Objects',
    show: 'Show its objects on both clusters',
    object: 'Object',
    cluster: 'Cluster',
    state: 'State',
    good: 'Good',
    notYet: 'Not {{type}}',
    missing: {
      NotFound: 'It does not exist.',
      Forbidden: 'You may not read it.',
      NotServed: 'Its API is not served.',
    },
    waiting:
      'The order waits for {{kind}} {{name}}. Ask a platform operator to look at its events, and at the log of the controller that owns it.',
    incomplete: 'More on the control plane is not shown',
  },
} as const;
