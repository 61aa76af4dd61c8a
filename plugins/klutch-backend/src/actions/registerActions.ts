/** Registers the portal's actions, which tools such as an MCP server offer to users. */
import type { ActionsRegistryService } from '@backstage/backend-plugin-api/alpha';
import { registerInstanceActions } from './instanceActions';
import { PortalCalls, type PortalCallsOptions } from './PortalCalls';
import { registerReadActions } from './readActions';
import { registerRelatedActions } from './relatedActions';

/** Every action runs with the rights of the person who invokes it, by the handlers of the REST interface. */
export function registerActions(
  registry: ActionsRegistryService,
  options: PortalCallsOptions,
): void {
  const calls = new PortalCalls(options);
  registerReadActions(registry, calls);
  registerInstanceActions(registry, calls);
  registerRelatedActions(registry, calls);
}
