/** Paths of entity pages of the catalog; the frontend systems find these differently. */
import type { CompoundEntityRef } from '@backstage/catalog-model';
import { createContext, useContext } from 'react';

/** Path of an entity's page; undefined in an app without a catalog. */
export type EntityPath = (ref: CompoundEntityRef) => string | undefined;

export const EntityPathContext = createContext<EntityPath>(() => undefined);

export const useEntityPath = (): EntityPath => useContext(EntityPathContext);
