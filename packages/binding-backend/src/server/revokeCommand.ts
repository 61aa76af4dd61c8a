/** `klutch-binding-backend revoke`: ends the tokens of one app cluster, for whoever administers the control plane. */
import { Command } from 'commander';
import { revokeTokensIn } from '../tokens/revokeTokens';
import {
  createCommandAudit,
  withControlPlaneClient,
  withKubeconfigOption,
} from './commandAccess';

/** The subcommand; `print` gets what it has to say. */
export const revokeCommand = (print: (text: string) => void): Command =>
  withKubeconfigOption(
    new Command('revoke')
      .description(
        'Ends all tokens of an app cluster within seconds, beside a server that runs or not; it gets another one when somebody binds or refreshes, and not before',
      )
      .argument('<namespace>', 'its cluster namespace'),
    'the roles of "roles", or an administrator’s',
  ).action((namespace: string, _flags: unknown, command: Command) =>
    withControlPlaneClient(command, async client => {
      const { actor, audit } = await createCommandAudit(client);
      const now = () => new Date();
      await revokeTokensIn({ client, audit, now }, namespace, { actor });
      print(
        `All tokens of ${namespace} have ended. Bind again, or refresh the connection, to give its app cluster another one.\n`,
      );
    }),
  );
