/** What values of flags may be; what is refused is said in words. */
import { parseGoDuration } from '@klutch/bind-api';
import { parseListenAddress } from '@klutch/kube';
import { InvalidArgumentError, Option } from 'commander';
import type { Shard } from '../leaderElection/shard';
import { errorMessage } from '../failure';

/** Commander puts the name of the flag or variable before these words. */
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

/** A duration as Go writes it, in milliseconds. */
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

/** Which shard of how many: `0/3`. */
export function shard(text: string): Shard {
  const [, index, of] = /^(\d{1,3})\/(\d{1,3})$/.exec(text) ?? [];
  const found = { index: Number(index), of: Number(of) };
  return found.of >= 1 && found.of <= maxShards && found.index < found.of
    ? found
    : rejectValue(
        `Write which shard of how many, such as 0/3, 1/3 or 2/3; at most ${maxShards}.`,
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

/** For a flag that may stand alone, and for its variable, which may not. */
export const booleanValue = (text: string): boolean =>
  ['true', 'false'].includes(text)
    ? text === 'true'
    : rejectValue('Write true or false.');

/** A DNS label, or a name of several. */
export const objectName = (text: string): string =>
  /^[a-z0-9]([-a-z0-9.]{0,251}[a-z0-9])?$/.test(text)
    ? text
    : rejectValue(
        'Write a name of Kubernetes: lower-case letters, digits, "-" and ".".',
      );

/** A flag that an environment variable can stand in for. */
export const option = (
  flags: string,
  description: string,
  variable: string,
): Option => new Option(flags, description).env(variable);
