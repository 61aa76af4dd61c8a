/** The function's response to a request of Crossplane. */
import { patchAndTransform } from './patchAndTransform';
import {
  Ready,
  Severity,
  Target,
  type RunFunctionRequest,
  type RunFunctionResponse,
  type State,
} from './protocol';
import { parseResources } from './resources';
import { fromStruct, toStruct } from './struct';

/** As long as the official SDKs' default: a managed resource that was deleted by hand comes back within this time. */
const ttl = { seconds: 60 };

/** Refuses to follow a step that composed something: Crossplane deletes the resources that are missing from a response. */
function requireFirstStep({ composite, resources = {} }: State = {}): void {
  if (composite || Object.keys(resources).length > 0) {
    throw new Error(
      'This function must be the first step that composes resources or sets fields of the composite, because it would drop those of earlier steps. Move its step to the front, or run function-patch-and-transform for such Compositions.',
    );
  }
}

function desiredOf({
  desired: earlier,
  input,
  observed,
}: RunFunctionRequest): NonNullable<RunFunctionResponse['desired']> {
  requireFirstStep(earlier);
  const composite = fromStruct(observed?.composite?.resource);
  const { apiVersion, kind } = composite;
  const desired = patchAndTransform(parseResources(fromStruct(input)), {
    composite,
    composed: Object.fromEntries(
      Object.entries(observed?.resources ?? {}).map(([name, { resource }]) => [
        name,
        fromStruct(resource),
      ]),
    ),
  });
  return {
    composite: {
      resource: toStruct({ apiVersion, kind, ...desired.composite }),
    },
    resources: Object.fromEntries(
      Object.entries(desired.composed).map(([name, { object, ready }]) => [
        name,
        { resource: toStruct(object), ready: ready ? Ready.yes : Ready.no },
      ]),
    ),
  };
}

/** Never throws: an error is a fatal result, which Crossplane shows as an event of composite and claim. */
export function compose(request: RunFunctionRequest): RunFunctionResponse {
  const meta = { tag: request.meta?.tag ?? '', ttl };
  try {
    return { meta, desired: desiredOf(request) };
  } catch (error) {
    const message = error instanceof Error ? error.message : `${error}`;
    return {
      meta,
      results: [
        {
          severity: Severity.fatal,
          message,
          target: Target.compositeAndClaim,
        },
      ],
    };
  }
}
