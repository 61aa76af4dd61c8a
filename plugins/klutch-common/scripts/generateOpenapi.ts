// Generates the types and the document object from src/openapi/openapi.yaml; both are committed.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import openapiTypescript, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';

const root = join(__dirname, '..', 'src', 'openapi');
const generated = join(root, 'generated');
const header =
  '// Generated from openapi.yaml by `yarn openapi`. Do not edit.\n\n';

async function main() {
  const source = readFileSync(join(root, 'openapi.yaml'), 'utf8');
  const types = await openapiTypescript(source);
  mkdirSync(generated, { recursive: true });
  writeFileSync(join(generated, 'schema.ts'), header + astToString(types));
  writeFileSync(
    join(generated, 'document.ts'),
    `${header}export const openapiDocument = ${JSON.stringify(parse(source), null, 2)} as const;\n`,
  );
}

main();
