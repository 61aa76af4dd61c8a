// Reads the arguments of a script.

/**
 * The arguments of this process. Ends the process after printing the help that `--help` asks for, and with 2 when an
 * argument is unknown.
 * @param kind - what the arguments name, for the message about an unknown one
 */
export function readArguments(
  help: string,
  kind: string,
  isKnown: (argument: string) => boolean,
): string[] {
  const args = process.argv.slice(2);
  if (args.includes('--help')) {
    process.stdout.write(help);
    process.exit();
  }
  const unknown = args.find(argument => !isKnown(argument));
  if (unknown !== undefined) {
    process.stderr.write(`There is no ${kind} "${unknown}".\n\n${help}`);
    process.exit(2);
  }
  return args;
}
