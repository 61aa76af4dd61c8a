/** The sign-in page of the sandbox's identity provider. */
import { PASSWORD, sandboxUsers } from './users';

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, character => `&#${character.codePointAt(0)};`);

/**
 * Renders the sign-in form.
 *
 * @param action - URL to which the form is posted
 * @param problem - why the last attempt failed, as a message for users
 */
export function loginPage(action: string, problem?: string): string {
  const hints = sandboxUsers
    .map(
      user =>
        `<li><code>${escapeHtml(user.name)}</code>, ${escapeHtml(user.role)}</li>`,
    )
    .join('');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sign in · Klutch sandbox</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; background: #f4f6f8; color: #1c2733; display: grid; place-items: center; min-height: 100vh; margin: 0 }
  main { background: #fff; padding: 2rem 2.5rem; border-radius: 8px; box-shadow: 0 1px 4px #0003; width: 20rem }
  h1 { font-size: 1.25rem; margin: 0 0 1rem }
  label { display: block; margin-top: .75rem }
  input { font: inherit; width: 100%; box-sizing: border-box; padding: .4rem .5rem; border: 1px solid #8a97a5; border-radius: 4px }
  button { font: inherit; margin-top: 1.25rem; width: 100%; padding: .5rem; border: 0; border-radius: 4px; background: #1f5493; color: #fff; cursor: pointer }
  [role=alert] { color: #a3171b }
  ul { padding-left: 1.2rem; color: #4a5866 }
</style>
</head>
<body>
<main>
<h1>Klutch sandbox</h1>
${problem ? `<p role="alert">${escapeHtml(problem)}</p>` : ''}
<form method="post" action="${escapeHtml(action)}">
<label for="name">User</label>
<input id="name" name="name" autocomplete="username" required autofocus>
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="current-password" required>
<button type="submit">Sign in</button>
</form>
<p>Users of the sandbox, password <code>${escapeHtml(PASSWORD)}</code>:</p>
<ul>${hints}</ul>
</main>
</body>
</html>`;
}
