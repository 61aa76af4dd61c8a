/** The flag `--dry-run`, the same in all commands. */
import { Option } from 'commander';

const strategies = ['none', 'client', 'server'] as const;

/** `client` only reads; `server` also has the API servers check the writes without storing them. */
export type DryRun = (typeof strategies)[number];

/**
 * The flag.
 *
 * @param text - what a dry run of the command does
 */
export const dryRunOption = (text: string): Option =>
  new Option(
    '--dry-run <strategy>',
    `${text}; --dry-run alone is --dry-run=client`,
  )
    .choices(strategies)
    .default('none');

/** What is added to a message of what a command would have done. */
export const dryRunSuffix: Record<DryRun, string> = {
  none: '',
  client: ' (dry run)',
  server: ' (server dry run)',
};

/** Completes a `--dry-run` without a strategy, which kubectl takes as `client`. Pure. */
export function withDryRunValues(args: readonly string[]): string[] {
  const end = args.indexOf('--');
  return args.map((arg, index) => {
    const isFlag = arg === '--dry-run' && (end < 0 || index < end);
    const next = args[index + 1];
    return isFlag && !strategies.some(strategy => strategy === next)
      ? '--dry-run=client'
      : arg;
  });
}
