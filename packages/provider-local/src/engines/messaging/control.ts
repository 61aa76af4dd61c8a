/** Changes settings of the running server that its HTTP API does not have. */
import { ServiceError } from '../../errors';
import { RunAs, plainEnvironment, runProgram } from '../../host/runProgram';
import { NodeCall, nodeName } from './settings';

const timeoutMs = 20_000;

/** Makes the calls in order. Throws ServiceError when one has another result. */
export async function callNode(
  server: { env: Record<string, string>; runAs: RunAs },
  calls: readonly NodeCall[],
): Promise<void> {
  const expressions = calls.map(
    ({ call, result }) => `${result} = rpc:call(${nodeName}, ${call})`,
  );
  const { exitCode, stderr, stdout } = await runProgram(
    // rabbitmqctl does the same, but takes seconds to load.
    'erl',
    [
      ...['-noinput', '-boot', 'start_clean', '-dist_listen', 'false'],
      ...['-sname', `control-${process.pid}@localhost`],
      ...['-eval', `${expressions.join(', ')}, halt(0).`],
    ],
    {
      runAs: server.runAs,
      env: { ...plainEnvironment(), ...server.env },
      signal: AbortSignal.timeout(timeoutMs),
    },
  );
  if (exitCode !== 0) {
    throw new ServiceError(
      'RabbitMQ did not take over the changed settings. The operation is retried.',
      { retry: true, cause: `${stderr}${stdout}` },
    );
  }
}
