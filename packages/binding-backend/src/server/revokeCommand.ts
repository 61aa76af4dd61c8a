/** `klutch-binding-backend revoke`: revokes all tokens of one app cluster. */
import { Command } from 'commander';
import { revokeTokensIn } from '../tokens/revokeTokens';
import {
  createCommandAudit,
  withControlPlaneClient,
  withKubeconfigOption,
} from './commandAccess';

/** The subcommand; `print` receives its output. */
export const revokeCommand = (print: (text: string) => void): Command =>
  withKubeconfigOption(
    new Command('revoke')
      .description(
        'Revokes all tokens of an app cluster within seconds, whether or not the server is running; the app cluster gets a new token only when a user binds or refreshes',
      )
      .argument('<namespace>', 'cluster namespace of the app cluster'),
    'the roles of "roles", or an administrator’s',
  ).action((namespace: string, _flags: unknown, command: Command) =>
    withControlPlaneClient(command, async client => {
      const { actor, audit } = await createCommandAudit(client);
      const now = () => new Date();
      await revokeTokensIn({ client, audit, now }, namespace, { actor });
      print(
        `All tokens of ${namespace} are revoked. Bind again, or refresh the connection, to give its app cluster a new token.\n`,
      );
    }),
  );
