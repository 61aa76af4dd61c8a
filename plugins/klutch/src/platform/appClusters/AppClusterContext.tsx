/** The app cluster whose page is open, and why the user may not change it. */
import type { Schemas } from '@klutch/backstage-plugin-klutch-common';
import { createContext, useContext, type ReactNode } from 'react';
import { useT } from '../../hooks/useT';
import { refusalText } from './refusalText';
import { useAppClusterAccess } from './useAppCluster';

/** What the user may do with an app cluster. */
export type AppClusterAction = keyof Schemas['AppClusterAccess'];

type Forbidden = (action: AppClusterAction) => string | undefined;

const ForbiddenContext = createContext<Forbidden>(() => undefined);

/** Asks the clusters once for all buttons of the page. */
export function AppClusterAccessProvider(props: {
  id: string;
  children: ReactNode;
}) {
  const t = useT();
  const { data } = useAppClusterAccess(props.id);
  const forbidden: Forbidden = action => refusalText(data?.[action], t);
  return (
    <ForbiddenContext.Provider value={forbidden}>
      {props.children}
    </ForbiddenContext.Provider>
  );
}

/** Why the clusters would refuse an action; undefined where they would not, or have not answered. */
export const useForbiddenActions = () => useContext(ForbiddenContext);
