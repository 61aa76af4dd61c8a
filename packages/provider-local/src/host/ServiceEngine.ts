/**
 * The interface of the engines: what the host must know of one kind of data service to run it. Everything else
 * (records, ports, processes, restarts, jobs, quotas, deletion, recovery) is the host's.
 *
 * Methods throw ServiceError for failures with a message for users.
 */
import type { RunAs } from './runProgram';

/** A plan, as data. */
export interface OfferedPlan {
  /** As in `spec.forProvider.planName`. */
  name: string;
  /** The broker's id. */
  id: string;
  /** The quota, for engines with `quota`. */
  storageBytes: number;
  /** Largest values of parameters, by the broker's keys. */
  maximums: Readonly<Record<string, number>>;
  /** As `maximums`, in bytes, of parameters whose values are sizes such as `64mb`. */
  maximumSizes?: Readonly<Record<string, number>>;
}

/** A service with its plans, as data. */
export interface Offer<Plan extends OfferedPlan = OfferedPlan> {
  /** As in `spec.forProvider.serviceName`. */
  serviceName: string;
  /** The broker's id. */
  serviceId: string;
  /** For messages, such as `PostgreSQL 15`. */
  title: string;
  plans: readonly Plan[];
  /** Why other plans are not offered, by the beginnings of their names. Sentences for users. */
  missingPlans?: Readonly<Record<string, string>>;
}

/** The data of a credentials secret, and the non-secret addresses. */
export interface Connection {
  secret: Record<string, string>;
  addresses: {
    host: string;
    port: number;
    label: string;
    /** Default database of the binding, where the service has databases. */
    database?: string;
  }[];
}

/** One kind of data service. */
export interface ServiceEngine<
  Plan extends OfferedPlan = OfferedPlan,
  Config = unknown,
  Programs = unknown,
> {
  /**
   * Value of the label `klutch.io/instance-type`, and name of the folder on disk. Names of services begin with `a9s-`
   * and the type.
   */
  readonly type: string;
  /** Name of the server in messages. */
  readonly title: string;
  /** The first one is the default. */
  readonly offers: readonly Offer<Plan>[];
  /** Parameters that accept fewer values than the API allows: the values by the broker's keys. */
  readonly acceptedValues?: Readonly<Record<string, readonly string[]>>;
  /** Names of the ports of an instance; each gets a free port of 127.0.0.1, kept as long as possible. */
  readonly ports: readonly string[];

  /**
   * Finds or fetches the programs of the servers of a service; default: the default one. Throws ServiceError with what
   * to install when they are missing. May take minutes; the instances then wait with the progress as their message.
   */
  findPrograms(search: ProgramSearch, serviceName?: string): Promise<Programs>;
  /** Throws ServiceError when the plan does not allow the parameters. */
  parse(plan: Plan, parameters: Record<string, unknown>): Config;
  open(context: InstanceContext<Config, Programs>): EngineInstance<Config>;
}

export interface ProgramSearch {
  /** The user who must be able to run the programs. */
  runAs: RunAs;
  /** A folder that this user can access, for copies and downloads; kept between runs. */
  folder: string;
  onProgress(message: string): void;
}

/** What an instance gets from the host. The properties always have the current values. */
export interface InstanceContext<Config, Programs> {
  readonly id: string;
  /** Display name of the instance, visible in process lists. */
  readonly title: string;
  readonly programs: Programs;
  /** The user of the processes; files of the instance must belong to this user. */
  readonly runAs: RunAs;
  /** Folder of the instance. */
  readonly folder: string;
  /** The folder in it that holds the data and the working directory of the processes. Belongs to `runAs`. */
  readonly dataDir: string;
  readonly config: Config;
  /** The port of that name in the engine's `ports`. */
  port(name: string): number;
  /** Whether the host has handed out the port, also to an instance that is stopped or of another service. */
  isReserved(port: number): boolean;
  /** Whether the quota is exhausted. */
  readonly readOnly: boolean;
  /** Password of the administrator. Random for each instance. */
  readonly adminPassword: string;
  /** A password that is the same at each call for the purpose, so that it need not be stored. */
  derivePassword(purpose: string): string;
  /** PEM, after `issueCertificate`. */
  readonly caCertificate: string | undefined;
  /** Issues a server certificate for 127.0.0.1 and localhost under a new authority. */
  issueCertificate(): Promise<{ certificate: string; privateKey: string }>;
  /** Sends a signal to the running process of that name. */
  signal(processName: string, signal: NodeJS.Signals): void;
  /**
   * Stops the processes, runs `work`, starts the processes again. For restores that replace files. With the name of a
   * process, stops only that one and the later ones.
   */
  whileStopped(work: () => Promise<void>, processName?: string): Promise<void>;
}

export interface EngineInstance<Config = unknown> {
  /** Creates the data in the empty `dataDir`. */
  initialise(): Promise<void>;
  /** Writes the configuration files. Called before each start and each reload. */
  configure(): Promise<void>;
  /** The processes, in the order of their start. Called before each start, when no process of the instance runs. */
  processes(): Promise<ServerProcess[]>;
  /** Creates or changes what the running servers store themselves, such as roles. Idempotent; called after each change. */
  prepare(): Promise<void>;
  /** Version of the running server. */
  version(): Promise<string>;
  /** How the servers take over another configuration. Throws ServiceError when they cannot; changes nothing. */
  planUpdate(next: Config): Promise<'reload' | 'restart'>;
  /** Makes the running servers read the configuration files again; resolves when these are effective. */
  reload(): Promise<void>;

  /** Creates the user of a service binding. Idempotent: the credentials of an id are always the same. */
  createUser(bindingId: string): Promise<Connection>;
  /** Removes the user and ends its sessions. Idempotent. */
  dropUser(bindingId: string): Promise<void>;

  /** Connections of users now, and how many there can be. Absent: not reported. */
  connections?(): Promise<{ used: number; limit: number }>;

  /** Absent: orders of backups are refused. */
  readonly backups?: EngineBackups;
  /** Absent: the storage of the plan is not enforced. */
  readonly quota?: EngineQuota;
}

/** One process of an instance. */
export interface ServerProcess {
  /** Unique within the instance; its log is `<name>.log`. */
  name: string;
  /** In messages. */
  title: string;
  command: string;
  args: string[];
  /** In addition to PATH, the C locale and UTC. */
  env?: Record<string, string>;
  ready(): Promise<boolean>;
  /** Default 60 s. */
  readyTimeoutMs?: number;
  /** Default SIGTERM. */
  stopSignal?: NodeJS.Signals;
  /** The server's messages about a failed start, from its log of this start; without secrets. */
  explainFailure?(log: string): string;
}

/** Backups of an instance. The host runs at most one backup, restore or change of an instance at a time. */
export interface EngineBackups {
  /** Throws ServiceError with what to install when tools for backups are missing. */
  findTools?(): Promise<unknown>;
  /** Writes all data of the instance to `file`, readable by the provider's user alone. */
  dump(file: string, signal: AbortSignal): Promise<void>;
  /** Bytes that the running `dump` has written. Default: the size of its file. */
  dumpedBytes?(): Promise<number>;
  /**
   * Replaces the data by those of the file. Credentials stay valid. When it throws anything but DataChangedError, the
   * data were not changed.
   */
  restore(source: RestoreSource, signal: AbortSignal): Promise<void>;
  /** Cleans up after restores that a crash interrupted. Returns a predicate: whether a restore was complete. */
  recoverRestores?(): Promise<(restoreId: string) => boolean>;
}

/** What a restore reads. */
export interface RestoreSource {
  restoreId: string;
  /** What `dump` wrote; readable by the provider's user alone, removed when the restore has ended. */
  file: string;
  /** Takes the number of bytes of the file that have been restored since the last call. Default: no progress. */
  onProgress?(bytes: number): void;
}

/** The quota of an instance whose server has none of its own. */
export interface EngineQuota {
  /** How a user frees space, as the end of a sentence. */
  readonly freeSpace: string;
  /** Bytes of the user's data. */
  usage(): Promise<number>;
  /** Ends transactions that write. Called when the instance becomes read-only, and while it grows nevertheless. */
  endWriters(): Promise<void>;
}
