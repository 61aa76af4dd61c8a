/** Link to an entity of the catalog, such as an owner or a component. */
import { parseEntityRef } from '@backstage/catalog-model';
import { Link } from '@backstage/core-components';
import { useEntityPath } from '../hooks/useEntityPath';
import { ownerName } from './ownerName';

/** The name of the entity; a link where the app has a catalog and the text is an entity ref. */
export function EntityLink(props: {
  entityRef: string;
  /** For texts without a kind. */
  defaultKind?: string;
}) {
  const { entityRef, defaultKind = 'user' } = props;
  const pathOf = useEntityPath();
  const name = ownerName(entityRef);
  let path: string | undefined;
  try {
    path = pathOf(parseEntityRef(entityRef, { defaultKind }));
  } catch {
    // Anybody who may change a claim can write its annotations.
  }
  return path ? (
    <Link to={path} title={entityRef}>
      {name}
    </Link>
  ) : (
    <span title={entityRef}>{name}</span>
  );
}
