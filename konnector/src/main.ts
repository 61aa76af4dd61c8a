/** Entry of the program and of the container image. */
import { runCli } from './running/cli';

void runCli(process.argv);
