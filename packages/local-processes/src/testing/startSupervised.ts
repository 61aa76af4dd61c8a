/**
 * Script: supervises a shell command and writes its pid. Arguments: log file, grace period (ms), command.
 */
import { startProcess } from '../supervisedProcess';

const [logFile = '', graceMs = '', command = ''] = process.argv.slice(2);

void startProcess({
  name: 'child',
  command: '/bin/sh',
  args: ['-c', command],
  logFile,
  graceMs: Number(graceMs),
}).then(handle => process.stdout.write(`${handle.pid}\n`));
