/** Reads the parameters that a user may set, by the broker's keys, and rejects invalid ones. */
import { Reader, readParameters as readAll } from '../../host/readParameters';
import { isReservedName } from './names';
import { Plan } from './plans';

/** Parsed parameters. */
export interface ServerParameters {
  binlogExpireDays?: number;
  /** Names of databases besides the default one. */
  databases: string[];
  performanceSchema: boolean;
}

type ParameterReader = Reader<ServerParameters, Plan>;

const binlogExpireDays: ParameterReader = (value, { maximums }) => {
  const most = maximums.binlog_expire_days;
  return typeof value === 'number' &&
    Number.isSafeInteger(value) &&
    value >= 1 &&
    value <= most
    ? { parsed: { binlogExpireDays: value } }
    : { problem: `must be a whole number of days from 1 to ${most}` };
};

/** Safe in every statement and as a folder's name, on file systems that ignore case, too. */
const databaseNamePattern = /^[a-z][a-z0-9_]{0,62}$/;

const databases: ParameterReader = value => {
  if (!Array.isArray(value)) return { problem: 'must be a list of names' };
  const invalid = value.find(
    name => typeof name !== 'string' || !databaseNamePattern.test(name),
  );
  if (invalid !== undefined) {
    return {
      problem: `holds ${JSON.stringify(invalid)}; a name has at most 63 small letters, digits and _, and begins with a letter`,
    };
  }
  const reserved = value.find(isReservedName);
  return reserved === undefined
    ? { parsed: { databases: [...new Set<string>(value)] } }
    : {
        problem: `holds ${reserved}, a name that the service uses itself. Choose another name`,
      };
};

const performanceSchema: ParameterReader = value =>
  typeof value === 'boolean'
    ? { parsed: { performanceSchema: value } }
    : { problem: 'must be true or false' };

const readers = {
  binlog_expire_days: binlogExpireDays,
  databases,
  grant_performance_schema_permissions: performanceSchema,
};

/** Throws one `ServiceError` that names every parameter that is refused. */
export const readParameters = (
  parameters: Record<string, unknown>,
  plan: Plan,
): ServerParameters => ({
  databases: [],
  performanceSchema: false,
  ...readAll(parameters, readers, plan),
});
