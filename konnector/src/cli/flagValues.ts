/** Parsers for flag values; invalid values throw with a message for the user. */
import { parseGoDuration } from '@klutch/bind-api';
import { parseListenAddress, errorMessage } from '@klutch/kube';
import { InvalidArgumentError, Option } from 'commander';
import type { Shard } from '../leaderElection/shard';

/** Commander prefixes the message with the name of the flag or variable. */
const rejectValue = (message: string): never => {
  throw new InvalidArgumentError(message);
};

/** `host:port` to listen on. */
export function address(text: string): string {
  try {
    parseListenAddress(text);
    return text;
  } catch (error) {
    return rejectValue(errorMessage(error));
  }
}

/** Parses a duration in Go's format to milliseconds. */
export const duration =
  (min: number, max: number) =>
  (text: string): number => {
    const milliseconds = parseGoDuration(text);
    if (milliseconds === undefined) {
      return rejectValue('Write a duration such as 30s, 5m or 1h30m.');
    }
    return milliseconds >= min && milliseconds <= max
      ? milliseconds
      : rejectValue(`Choose between ${min / 1000} and ${max / 1000} seconds.`);
  };

const maxShards = 100;

/** Parses a shard, index and count: `0/3`. */
export function shard(text: string): Shard {
  const [, index, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  const found = { index: Number(index), of: Number(of) };
  return found.of >= 1 && found.of <= maxShards && found.index < found.of
    ? found
    : rejectValue(
        `Write index and number of shards, such as 0/3, 1/3 or 2/3; at most ${maxShards} shards.`,
      );
}

/** A whole number within bounds. */
export const wholeNumber =
  (min: number, max: number) =>
  (text: string): number => {
    const number = Number(text.replace(/^=/, ''));
    return /^=?\d+$/.test(text) && number >= min && number <= max
      ? number
      : rejectValue(`Write a whole number between ${min} and ${max}.`);
  };

/** For a flag whose value is optional, and for its variable, whose value is not. */
export const booleanValue = (text: string): boolean =>
  ['true', 'false'].includes(text)
    ? text === 'true'
    : rejectValue('Write true or false.');

/** Parses a DNS subdomain name. */
export const objectName = (text: string): string =>
  /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/.test(text)
    ? text
    : rejectValue(
        'Write a Kubernetes object name: lower-case letters, digits, "-" and ".".',
      );

/** A flag that can also be set by an environment variable. */
export const option = (
  flags: string,
  description: string,
  variable: string,
): Option => new Option(flags, description).env(variable);
