/** Flags that several ways to bind have. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { parseDuration } from '../duration';
import { dryRunOption, type DryRun } from '../output/dryRunOption';
import type { ObjectFormat } from '../output/objects';
import { objectFormats, outputOption } from '../output/outputOption';
import type { ClaimFlags } from './decideClaims';

/** The parsed flags. */
export interface BindFlags extends ClaimFlags {
  konnector: 'install' | 'skip';
  konnectorImage?: string;
  dryRun: DryRun;
  output?: ObjectFormat;
  /** Milliseconds. */
  timeout: number;
}

const defaultTimeoutMs = 600_000;

/** Parses a flag that may be given several times. */
export const collect = (value: string, values: string[] = []): string[] => [
  ...values,
  value,
];

function duration(text: string): number {
  try {
    return parseDuration(text);
  } catch (error) {
    throw new InvalidArgumentError(
      error instanceof Error ? error.message : String(error),
    );
  }
}

/** @throws Error when a flag would have no effect */
export function requireUsedFlags({
  konnector,
  konnectorImage,
}: BindFlags): void {
  if (konnectorImage !== undefined && konnector !== 'install') {
    throw new Error(
      'The konnector is left as it is, so --konnector-image has no effect. Add --konnector=install, or leave out --konnector-image.',
    );
  }
}

/** Adds the flags to a command. */
export const withBindFlags = (command: Command): Command =>
  command
    .option('-y, --yes', 'accept all permission claims that no flag names')
    .option(
      '--accept-claim <type>',
      'accept the claims on a type, such as secrets; may be repeated',
      collect,
    )
    .option(
      '--reject-claim <type>',
      'reject the claims on a type; may be repeated',
      collect,
    )
    .addOption(
      new Option('--konnector <mode>', 'what to do with the konnector')
        .choices(['install', 'skip'])
        .default('skip'),
    )
    .option(
      '--konnector-image <image>',
      'image of the konnector, with --konnector=install; else KLUTCH_KONNECTOR_IMAGE',
    )
    .addOption(dryRunOption('check, and write nothing anywhere'))
    .addOption(outputOption(objectFormats))
    .addOption(
      new Option('--timeout <duration>', 'how long to wait, such as 90s or 10m')
        .argParser(duration)
        .default(defaultTimeoutMs, '10m'),
    );
