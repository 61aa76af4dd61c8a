/** Texts of the settings form. */
export const settingsMessages = {
  title: 'Settings',
  changed_one: 'Settings ({{count}} changed)',
  changed_other: 'Settings ({{count}} changed)',
  help: 'Leave a field empty to use the service’s default.',
  none: 'This service has no settings.',
  wrong: 'Correct the marked settings.',
  yaml: 'Enter YAML.',
  more: 'More fields of {{title}}',
  notYaml: 'This is not YAML: {{problem}}.',
  notMapping: 'Write fields here, each as “name: value”.',
  notList: 'Write a list here, each item after a “-”.',
  required: 'Required when another field of the group is set.',
  crossplane: 'Crossplane settings',
  default: 'Default: {{value}}.',
} as const;
