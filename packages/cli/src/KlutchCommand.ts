/** Commands that behave as those of kubectl where commander differs. */
import { Command } from 'commander';
import { withDryRunValues } from './output/dryRunOption';

/** A command; its subcommands are of this class, too. */
export class KlutchCommand extends Command {
  override createCommand(name?: string): KlutchCommand {
    return new KlutchCommand(name);
  }

  /** kubectl prints the help of a command without its subcommand to stdout and ends with 0; commander fails. */
  override help(): never {
    return super.help();
  }

  override parseOptions(args: string[]) {
    return super.parseOptions(withDryRunValues(args));
  }
}
