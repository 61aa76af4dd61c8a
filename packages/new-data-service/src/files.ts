/** The files of a data service, with their content. Pure functions. */
import { toYaml } from '@klutch/bind-api';
import { acceptedClaims, exampleClaim, refusedClaims } from './claims';
import type { Definition } from './definition';
import { compositionOf, templateOf, xrdOf } from './manifests';

/** The definition's file, from which the others are generated. */
export const definitionFile = 'service.yaml';

/** Folder of the claims that `validate.sh` checks. */
export const testsFolder = 'tests';

/** First line of the generated YAML files. */
export const header = `# Generated from ${definitionFile} by \`npm run new:data-service\`.\n`;

const toFile = (...objects: object[]) => header + toYaml(objects);

/** Runs wherever kubectl does, because manifests are often kept in another repository. */
const validateScript = `#!/bin/sh
${header}# Server-side dry runs: the control plane has to accept tests/accepted and to refuse tests/refused.
# Usage: ./validate.sh [options of kubectl, such as --context=control-plane]
cd "$(dirname "$0")" || exit 1
failures=0

fail() {
  failures=$((failures + 1))
  echo "FAILED   $1"
  [ -z "$2" ] || echo "         $2"
}

for file in tests/accepted/*.yaml; do
  if answer=$(kubectl "$@" create --dry-run=server -f "$file" 2>&1); then
    echo "accepted $file"
  else
    fail "$file should be accepted" "$answer"
  fi
done

for file in tests/refused/*.yaml; do
  if answer=$(kubectl "$@" create --dry-run=server -f "$file" 2>&1); then
    fail "$file should be refused" ""
  else
    case $answer in
      *'is invalid'*) echo "refused  $file" ;;
      *) fail "$file was not checked" "$answer" ;;
    esac
  fi
done

[ "$failures" -eq 0 ]
`;

/** A file to write. */
export interface DataServiceFile {
  content: string;
  executable?: true;
}

/** The generated files by their path in the service's folder. */
export function dataServiceFiles(
  definition: Definition,
): Map<string, DataServiceFile> {
  const testFiles = (folder: string, claims: Map<string, object>) =>
    [...claims].map(([name, claim]): [string, DataServiceFile] => [
      `${testsFolder}/${folder}/${name}.yaml`,
      { content: toFile(claim) },
    ]);
  return new Map<string, DataServiceFile>([
    ['xrd.yaml', { content: toFile(xrdOf(definition)) }],
    ['composition.yaml', { content: toFile(compositionOf(definition)) }],
    ['export-template.yaml', { content: toFile(...templateOf(definition)) }],
    ['example.yaml', { content: toFile(exampleClaim(definition)) }],
    ['validate.sh', { content: validateScript, executable: true }],
    ...testFiles('accepted', acceptedClaims(definition)),
    ...testFiles('refused', refusedClaims(definition)),
  ]);
}
