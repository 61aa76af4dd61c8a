/** Entry of the program and of the container image. */
import { runCli } from './cli';

void runCli(process.argv);
