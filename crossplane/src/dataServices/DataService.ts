/** What the package knows of a data service: its services, plans and parameters. All manifests are generated from it. */

/** Values of `spec.serviceInstanceType`, and prefixes of the names of ProviderConfigs. */
export const dataServiceTypes = [
  'keyvalue',
  'postgresql',
  'mongodb',
  'search',
  'logme2',
  'prometheus',
  'messaging',
  'mariadb',
] as const;
export type DataServiceType = (typeof dataServiceTypes)[number];

/** Sizes of plans, ascending. */
export const planSizes = ['nano', 'small', 'medium', 'big'] as const;
export type PlanSize = (typeof planSizes)[number];

/** One server, or several that replicate or share the data. */
export type Topology = 'single' | 'replica' | 'cluster';

/** Plans named `<prefix>-<shape><flavour>`: all combinations. */
export interface PlanSet {
  prefix: string;
  shapes: readonly `${Topology}-${PlanSize}`[];
  /** Endings of names; `['']` by default. */
  flavours?: readonly string[];
  /** What the plans have besides, for their titles. */
  extra?: string;
}

/** A plan, taken apart. */
export interface Plan {
  name: string;
  size: PlanSize;
  topology: Topology;
  /** Whether the server speaks TLS. */
  ssl: boolean;
  /** Whether the server runs on Ubuntu Bionic. */
  bionic: boolean;
}

/**
 * Resources of a plan, as the portal shows them. The values are the sandbox's; operators replace them with those of
 * their platform.
 */
export interface PlanFacts {
  /** Kubernetes quantity. */
  storage?: string;
  /** Kubernetes quantity. */
  memory?: string;
  /** Most client connections at a time. */
  connections?: number;
  /** Further limits, in words. */
  description?: string;
  /** What applies where a claim does not set a parameter, by the parameter's name. */
  defaults?: Readonly<Record<string, string | number>>;
}

/** An automation that provides the service, selected by the name of its Composition. */
export interface Backend {
  /** `metadata.name` of the Composition. */
  composition: `${'a8s' | 'a9s'}-${DataServiceType}`;
  /** Values of `spec.service`. */
  services: readonly string[];
  plans: readonly PlanSet[];
}

/** Which plan an instance may change to, besides a larger one of the same topology and flavour. */
export interface PlanChanges {
  /** Whether one server may become several. */
  singleToMulti: boolean;
  /** The plan can never change. */
  fixed?: true;
}

/** OpenAPI schema, in the subset that CRDs know. */
export interface Schema {
  type?: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  description?: string;
  enum?: readonly (string | number)[];
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: true;
  multipleOf?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  pattern?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  'x-kubernetes-int-or-string'?: true;
  'x-kubernetes-preserve-unknown-fields'?: true;
  'x-kubernetes-list-type'?: 'atomic' | 'map' | 'set';
  'x-kubernetes-list-map-keys'?: readonly string[];
  'x-kubernetes-validations'?: readonly Rule[];
}

/** A rule in CEL. */
export interface Rule {
  rule: string;
  message: string;
  /** Relative to the object that has the rule. */
  fieldPath?: string;
}

/** One key of `spec.parameters`. */
export interface Parameter {
  schema: Schema & { description: string };
  /** Unit of the value, such as `ms`, for the portal. */
  unit?: string;
  /** Title of the parameters that the portal shows together. */
  group?: string;
  /** Key in the automation's `forProvider.parameters`, with a dot between nested keys; absent when a9s has no such parameter. */
  brokerKey?: string;
  /** Path below `spec.parameters` that carries the value; the parameter's name by default. */
  path?: string;
  /** The only Composition that knows the parameter; every one by default. */
  only?: Backend['composition'];
  /** The only topology whose plans know the parameter. */
  topology?: Topology;
}

/** A data service: one claim API with its Compositions. */
export interface DataService {
  type: DataServiceType;
  /** Kind of the claim; the composite's kind is `X<kind>`. */
  kind: string;
  /** Plural of the claim; the composite's plural is `x<plural>`. */
  plural: string;
  title: string;
  description: string;
  /** A data URI; see `icons.ts`. */
  icon: string;
  /** Documentation for users of the service. */
  docsUrl?: string;
  /** Titles of the values of `spec.service`. */
  serviceTitles: Readonly<Record<string, string>>;
  /** The first one provides for claims that name no Composition. */
  backends: readonly [Backend, ...Backend[]];
  planFacts: Partial<Record<PlanSize, PlanFacts>>;
  planChanges: PlanChanges;
  parameters: Readonly<Record<string, Parameter>>;
  /** Rules on `spec` that none of the other fields expresses. */
  rules?: readonly Rule[];
  /** Further fields of `spec`. */
  fields?: Readonly<Record<string, Schema>>;
  /** Description of `spec.service`. */
  serviceDescription: string;
}
