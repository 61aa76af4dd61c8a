/**
 * Validates the parameters that a user may set (by the broker's keys). promtool checks what Prometheus itself refuses;
 * this module refuses what Prometheus would accept: reading files and accounts of this machine.
 */
import { ServiceError } from '../../errors';
import { Plan } from './plans';

/** An entry of `scrape_configs` in Prometheus' configuration. */
export type ScrapeConfig = Readonly<Record<string, unknown>> & {
  job_name: string;
};

export interface Parameters {
  scrapeConfigs: readonly ScrapeConfig[];
  /** Whether the Graphite exporter drops samples that no mapping matches. */
  mappingStrictMatch: boolean;
}

/** Jobs that every instance has. */
export const ownJobs = ['prometheus', 'alertmanager', 'graphite'] as const;

/** Ways to find targets that read neither files nor accounts of this machine. */
const discoveries = [
  'static_configs',
  'dns_sd_configs',
  'http_sd_configs',
  'consul_sd_configs',
];

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Labels have any names. A header of that name has lists, one of which can name files. */
const areLabels = (key: string, value: unknown) =>
  key === 'labels' &&
  isObject(value) &&
  Object.values(value).every(label => typeof label === 'string');

type Condition = (key: string, value: unknown) => boolean;

/** The keys at any depth that meet the condition. */
function findKeys(value: unknown, condition: Condition): string[] {
  if (Array.isArray(value)) {
    return value.flatMap(item => findKeys(item, condition));
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (condition(key, inner)) return [key];
    return areLabels(key, inner) ? [] : findKeys(inner, condition);
  });
}

const namesFiles: Condition = key => /_files?$|^files$/.test(key);

/** Jobs with such intervals load the machine for every instance. Refuses all milliseconds, to parse no duration. */
const isShortInterval: Condition = (key, value) =>
  /_interval$/.test(key) && /^0|ms$/.test(String(value));

function* problemsOfEntry(
  entry: Record<string, unknown>,
  plan: Plan,
): Generator<string> {
  // Parameters of the URL have any names.
  const { sample_limit: limit, params: _, ...rest } = entry;
  for (const key of new Set(findKeys(rest, namesFiles))) {
    yield `must not have ${key}: Prometheus reads no files of this machine. Write the value itself instead`;
  }
  for (const key of new Set(findKeys(rest, isShortInterval))) {
    yield `must have a ${key} of whole seconds, at least 1s`;
  }
  for (const key of Object.keys(entry)) {
    if (/_sd_configs$/.test(key) && !discoveries.includes(key)) {
      yield `must not have ${key}. Possible are ${discoveries.join(', ')}`;
    }
  }
  if (
    limit !== undefined &&
    !(
      Number.isSafeInteger(limit) &&
      Number(limit) >= 1 &&
      Number(limit) <= plan.samplesPerScrape
    )
  ) {
    yield `must have a sample_limit from 1 to ${plan.samplesPerScrape}, the most that the plan ${plan.name} allows`;
  }
}

const isReserved = (name: string) =>
  (ownJobs as readonly string[]).includes(name);

function problemsOfEntries(entries: unknown, plan: Plan): string[] {
  const key = 'The parameter scrape_configs';
  if (!Array.isArray(entries) || !entries.every(isObject)) {
    return [
      `${key} must be a list of entries as in Prometheus’ configuration, each an object.`,
    ];
  }
  const names = new Set<unknown>();
  return entries.flatMap((entry, index) => {
    const { job_name: name } = entry;
    if (typeof name !== 'string' || name === '') {
      return [`${key} has no job_name in entry ${index + 1}.`];
    }
    if (isReserved(name)) {
      return [
        `${key} has the job ${name}, which every instance has already. Choose another job_name.`,
      ];
    }
    if (names.has(name)) return [`${key} has the job ${name} twice.`];
    names.add(name);
    return [...problemsOfEntry(entry, plan)].map(
      text => `${key}, job ${name}: the entry ${text}.`,
    );
  });
}

/** Throws one `ServiceError` that names every problem. */
export function readParameters(
  parameters: Record<string, unknown>,
  plan: Plan,
): Parameters {
  const {
    scrape_configs: scrapeConfigs = [],
    mapping_strict_match: mappingStrictMatch = false,
    ...unknown
  } = parameters;
  const problems = [
    ...problemsOfEntries(scrapeConfigs, plan),
    ...(typeof mappingStrictMatch === 'boolean'
      ? []
      : ['The parameter mapping_strict_match must be true or false.']),
    ...Object.keys(unknown).map(key => `The parameter ${key} is unknown.`),
  ];
  if (problems.length > 0) {
    throw new ServiceError(problems.join(' '), { retry: false });
  }
  return {
    scrapeConfigs: scrapeConfigs as ScrapeConfig[],
    mappingStrictMatch: mappingStrictMatch as boolean,
  };
}
