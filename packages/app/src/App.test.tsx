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
  it('shows the sign-in page with the sandbox’s identity provider and guest', async () => {
    // The bundler defines APP_CONFIG as an object, which TypeScript does not allow for an environment variable.
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
