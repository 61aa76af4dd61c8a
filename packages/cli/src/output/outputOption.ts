/** The flag `-o`. */
import { Option } from 'commander';

/** Values of `-o` for objects that a command has written. */
export const objectFormats = ['yaml', 'json', 'name'] as const;

/** The flag with the formats that a command has. */
export const outputOption = (formats: readonly string[]): Option =>
  new Option('-o, --output <format>', 'output format').choices(formats);
