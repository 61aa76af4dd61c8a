/** The flags of `create` that are the same for every API. */
import { Option } from 'commander';
import { dryRunOption } from '../output/dryRunOption';
import { objectFormats, outputOption } from '../output/outputOption';

/** The flags, in the order of the help. */
export const createFlags = (): Option[] => [
  dryRunOption('only print or check the object'),
  outputOption(objectFormats),
  new Option('--wait', 'wait until the object is ready'),
  new Option(
    '--timeout <duration>',
    'longest wait, such as 90s or 10m',
  ).default('10m'),
];
