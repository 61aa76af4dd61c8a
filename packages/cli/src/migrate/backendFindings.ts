/** What has to be true before the binding backend of a control plane is replaced. Pure. */

/** What was read from the control plane. */
export interface BackendFacts {
  /** CRDs of the binding protocol that are missing. */
  missingCrds: readonly string[];
  /** ClusterRoles of our backend that are missing. */
  missingRoles: readonly string[];
  /** Offered APIs whose roles are missing or older than their claims. */
  apisWithoutRoles: readonly string[];
  /** APIs offered only by templates of the group of the reference's releases, which no backend reads. */
  onlyReleasedTemplates: readonly string[];
  /** Cluster namespaces whose identity has the form of the reference. */
  referenceNamespaces: readonly string[];
  /** `namespace/name` of exports that gave their app cluster rights on the whole control plane. */
  clusterWideExports: readonly string[];
  /** `namespace/name` of AppClusterBindings. */
  appClusterBindings: readonly string[];
  /** `namespace/name` of APIServiceNamespaces with our finalizer. */
  finalizedNamespaces: readonly string[];
  /** Cluster namespaces whose token our backend renews. */
  renewedTokens: readonly string[];
}

/** One point. */
interface Finding {
  /** `done`, `todo`: something is to be done, `note`: something is to be known. */
  state: 'done' | 'todo' | 'note';
  text: string;
}

/** How many names a sentence has. */
const maxNames = 5;

const listed = (names: readonly string[]): string => {
  const more = names.length - maxNames;
  const shown = names.slice(0, maxNames).join(', ');
  return more > 0 ? `${shown} and ${more} more` : shown;
};

const todoIf = (
  names: readonly string[],
  done: string,
  todo: (list: string) => string,
): Finding =>
  names.length > 0
    ? { state: 'todo', text: todo(listed(names)) }
    : { state: 'done', text: done };

const noteIf = (
  names: readonly string[],
  text: (list: string) => string,
): Finding[] =>
  names.length > 0 ? [{ state: 'note', text: text(listed(names)) }] : [];

const roles =
  'Apply the output of "kubectl klutch backend roles", with the flags of docs/binding.md.';

const applied = 'Run this command with --apply.';

/** Before our backend replaces the reference's. */
const beforeKlutch = (facts: BackendFacts): Finding[] => [
  todoIf(
    facts.missingCrds,
    'All CRDs of the binding protocol exist.',
    list => `CRDs are missing: ${list}. ${roles}`,
  ),
  todoIf(
    facts.missingRoles,
    'The roles of our backend exist.',
    list => `ClusterRoles are missing: ${list}. ${roles}`,
  ),
  todoIf(
    facts.apisWithoutRoles,
    'The roles of all offered APIs cover their permission claims.',
    list => `Roles of offered APIs are missing or too old: ${list}. ${applied}`,
  ),
  todoIf(
    facts.onlyReleasedTemplates,
    'All export templates are of the group that our backend reads.',
    list =>
      `Only templates of the group bind.anynines.com, which no backend reads, offer: ${list}. ${applied}`,
  ),
  ...noteIf(
    facts.referenceNamespaces,
    list =>
      `The tenants of ${list} have identities of the reference. Set legacyIdentity: true for the identity provider at which they sign in, or each gets a new, empty cluster namespace.`,
  ),
  ...noteIf(
    facts.clusterWideExports,
    list =>
      `The exports ${list} have informerScope Cluster: their app clusters read the whole control plane. These rights stay until the exports are deleted and the APIs are bound again.`,
  ),
  {
    state: 'note',
    text: "Stop the reference's backend before ours starts. Exports, tokens and data stay.",
  },
];

/** Before the reference's backend replaces ours. */
const beforeReference = (facts: BackendFacts): Finding[] => [
  todoIf(
    facts.appClusterBindings,
    'There are no AppClusterBindings.',
    list =>
      `Delete these AppClusterBindings while our backend runs: ${list}. Only our backend removes their finalizer.`,
  ),
  todoIf(
    facts.finalizedNamespaces,
    'No APIServiceNamespace has the finalizer of our backend.',
    list =>
      `Stop our backend, then remove the finalizers of these APIServiceNamespaces, or they cannot be deleted: ${list}. The command is in "Uninstall the backend" of docs/binding.md. From then on the reference's backend deletes a service namespace, with live data, with its APIServiceNamespace.`,
  ),
  ...noteIf(
    facts.renewedTokens,
    list =>
      `The reference's backend renews no tokens, so those of ${list} expire. Bind each app cluster again with the reference's CLI.`,
  ),
];

/** The points in the order in which to follow them. */
export const backendFindings = (
  to: 'klutch' | 'reference',
  facts: BackendFacts,
): Finding[] =>
  to === 'klutch' ? beforeKlutch(facts) : beforeReference(facts);
