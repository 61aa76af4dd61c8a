/** Entry point of the program and of the container image. */
import { runCli } from './cli/cli';

void runCli(process.argv);
