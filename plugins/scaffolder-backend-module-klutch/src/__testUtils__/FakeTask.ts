import type { TemplateAction } from '@backstage/plugin-scaffolder-node';
import type { CheckpointContext } from '@backstage/plugin-scaffolder-node/alpha';
import { createMockActionContext } from '@backstage/plugin-scaffolder-node-test-utils';
import type { JsonObject, JsonValue } from '@backstage/types';

/** A task of the scaffolder: it keeps its checkpoints when it is resumed. */
export class FakeTask {
  readonly logs: string[] = [];
  /** Outputs of the last run. */
  outputs: Record<string, unknown> = {};
  /** Part of the key of a checkpoint: the task is interrupted before its result is stored. */
  interruptedAt?: string;
  readonly #checkpoints = new Map<string, string>();
  /** Checkpoints of earlier runs. */
  #earlier: ReadonlyMap<string, string> = new Map();

  /** Runs an action; another run resumes the task. */
  async run<I extends JsonObject, O extends JsonObject>(
    action: TemplateAction<I, O, 'v2'>,
    input: I,
    options: { isDryRun?: boolean; signal?: AbortSignal } = {},
  ): Promise<void> {
    this.outputs = {};
    this.#earlier = new Map(this.#checkpoints);
    const ctx = createMockActionContext<I, O>({
      input,
      workspacePath: '/unused',
    });
    jest
      .spyOn(ctx.logger, 'info')
      .mockImplementation(message => this.logs.push(message));
    await action.handler({
      ...ctx,
      ...options,
      output: (name, value) => {
        this.outputs[String(name)] = value;
      },
      checkpoint: checkpoint => this.#checkpoint(checkpoint),
    });
  }

  /** As the scaffolder does it: only an earlier run's results are returned. */
  async #checkpoint<T extends JsonValue | void>({
    key,
    fn,
  }: CheckpointContext<T>): Promise<T> {
    const stored = this.#earlier.get(key);
    if (stored !== undefined) return JSON.parse(stored) as T;
    const value = await fn();
    if (this.interruptedAt && key.includes(this.interruptedAt)) {
      this.interruptedAt = undefined;
      throw new Error('interrupted');
    }
    this.#checkpoints.set(key, JSON.stringify(value ?? {}));
    return value;
  }
}
