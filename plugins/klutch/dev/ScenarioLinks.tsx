/** Links from each scenario to the pages. */
import { useRouteRef } from '@backstage/frontend-plugin-api';
import { Link } from 'react-router-dom';
import { platformRouteRef, rootRouteRef } from '../src';
import { postgresql } from '../src/__testUtils__/fixtures';
import { scenarios } from './scenarios';

export function ScenarioLinks() {
  const root = useRouteRef(rootRouteRef)?.();
  const platform = useRouteRef(platformRouteRef)?.();
  const instance = `${root}/instances/apps-dev/team-a/${postgresql}/orders-db`;
  const pages = Object.entries({
    services: root,
    create: `${root}/create/${postgresql}`,
    instances: `${root}/instances`,
    instance,
    connect: `${instance}/connect`,
    backups: `${instance}/backups`,
    'app clusters': `${platform}/app-clusters`,
    exports: `${platform}/exports`,
    'control plane': `${platform}/control-plane`,
    'set-up': `${platform}/set-up`,
    trace: `${platform}/trace`,
    home: '/home',
    entities: '/entities',
  });
  return (
    <main>
      <h1>Scenarios</h1>
      {Object.keys(scenarios).map(scenario => (
        <section key={scenario} aria-label={scenario}>
          <h2>{scenario}</h2>
          <ul>
            {pages.map(([page, path]) => (
              <li key={page}>
                {/* Loads the page anew, so that each scenario begins from its data. */}
                <Link reloadDocument to={`${path}?scenario=${scenario}`}>
                  {page}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </main>
  );
}
