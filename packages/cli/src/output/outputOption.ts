/** The flag `-o`. */
import { Option } from 'commander';

/** The flag with the formats that a command has. */
export const outputOption = (formats: readonly string[]): Option =>
  new Option('-o, --output <format>', 'output format').choices(formats);
