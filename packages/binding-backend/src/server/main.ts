/** Entry point of the CLI and the container image. */
import { runCli } from './cli';

void runCli(process.argv);
