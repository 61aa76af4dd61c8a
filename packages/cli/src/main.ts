#!/usr/bin/env node
/** Entry point of the bundle. */
import { runCli } from './runCli';

void runCli(process.argv);
