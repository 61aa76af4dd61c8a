import { runProgram } from '../__testUtils__/runProgram';
import { withSilentCluster } from '../__testUtils__/silentCluster';
import { dataText } from '../output/objects';
import { addVersion } from './addVersion';
import { readVersions } from './runVersion';

const run = (args: string[]) =>
  runProgram(
    args,
    (program, context) =>
      addVersion(program, context, async () => ({
        dataText,
        readVersions: async () => {
          throw new Error('not reached');
        },
      })),
    async () => {
      throw new Error('There is no cluster.');
    },
  );

it("prints the client's version without a cluster, and fails", async () => {
  const { error, stdout } = await run(['version']);
  expect(stdout).toMatch(/^Client Version: v\d\S+\n$/);
  expect(error?.message).toBe('There is no cluster.');
});

it('needs no cluster with --client', async () => {
  const { error, stdout } = await run(['version', '--client', '-o', 'json']);
  expect(error).toBeUndefined();
  expect(JSON.parse(stdout)).toEqual({
    clientVersion: expect.stringMatching(/^v\d/),
  });
});

it('says what to do when the API server does not answer', () =>
  withSilentCluster(client =>
    expect(readVersions(client)).rejects.toThrow(
      `The API server ${client.server} did not answer in time. Check the network and --context, or add --client.`,
    ),
  ));
