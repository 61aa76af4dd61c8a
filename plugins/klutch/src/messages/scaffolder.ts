/** Texts of the fields for software templates. */
export const scaffolderMessages = {
  noResource:
    'This field does not know its service. Ask the author of the template to set ui:options.resource to the service’s API, for example postgresqlinstances.anynines.com.',
  target: 'App cluster and namespace',
  plan: 'Version and plan',
  versionFirst: 'Choose a version first: plans depend on it.',
  instance: {
    title: 'Instance',
    invalid: 'Choose an instance from the list.',
    empty: 'There is no instance to choose yet that you may see.',
    create: 'Create an instance in a new tab',
    noMatch: 'No instance matches. Search for another name.',
    more_one: '{{count}} more instance: type a name to find it.',
    more_other: '{{count}} more instances: type a name to find one.',
    open: 'Show instances',
    clear: 'Clear',
  },
  owner: {
    invalid: 'Choose an owner from the list.',
  },
} as const;
