/** Injected into the bundle, which is CommonJS and has no `import.meta.url`: packages find themselves by it. */
import { pathToFileURL } from 'node:url';

export const importMetaUrl = pathToFileURL(__filename).href;
