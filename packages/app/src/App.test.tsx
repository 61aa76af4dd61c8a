import { render, screen } from '@testing-library/react';
import { app } from './App';

const config = [
  {
    context: 'test',
    data: {
      app: { title: 'Test', baseUrl: 'http://localhost' },
      backend: { baseUrl: 'http://localhost' },
      auth: { environment: 'development' },
    },
  },
];

describe('App', () => {
  it('asks who one is, with the sandbox’s identity provider and guest to choose from', async () => {
    // The bundler puts the configuration here, and not as text.
    process.env = {
      ...process.env,
      APP_CONFIG: config as unknown as string,
    };
    render(app.createRoot());

    expect(
      await screen.findByText('Sandbox identity provider', undefined, {
        timeout: 30_000,
      }),
    ).toBeVisible();
    expect(screen.getByText('Guest')).toBeVisible();
  }, 60_000);
});
