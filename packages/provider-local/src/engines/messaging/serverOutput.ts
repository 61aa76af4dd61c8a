/** Reads what the server prints. Pure function. */

/** Why a server did not start, from the last lines of its log. */
export function startupErrors(log: string): string {
  if (/could_not_start_listener|eaddrinuse/.test(log)) {
    return 'another program of this machine uses one of its ports';
  }
  const reason =
    /^Error during startup: (.+)$/m.exec(log)?.[1] ??
    /^(?:Kernel pid terminated|init terminating)[^(]*(?:\(\w+\) )?\((.+)\)$/m.exec(
      log,
    )?.[1];
  return reason?.slice(0, 300) ?? '';
}
