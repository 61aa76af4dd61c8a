/** What an application does with an instance of a data service, by the service's own client. */
export interface ServiceUse {
  /** Value of `serviceInstanceType`. */
  type: string;
  /** Plural of the instance's kind. */
  plural: string;
  service: string;
  plan: string;
  /** Whether a restore brings back an entry that was removed. */
  hasBackups: boolean;
  /** Writes one entry. The parameter of all functions is the data of the credentials Secret. */
  write(credentials: Credentials): Promise<void>;
  /** Whether the entry is there. Rejects when the credentials do not work. */
  has(credentials: Credentials): Promise<boolean>;
  /** Removes the entry. */
  remove(credentials: Credentials): Promise<void>;
}

export type Credentials = Readonly<Record<string, string>>;
