import type { SelfDto } from '../api/schema.js';
import { linkTo } from '../base/address.js';
import { logOut } from '../base/session.js';
import { useStore } from '../base/store.js';
import { setTheme, theme, themeOf, themes } from '../base/theme.js';

export function AccountMenu({ account }: { readonly account: SelfDto }) {
  const chosen = useStore(theme);
  return (
    <details class="menu">
      <summary aria-label={`Account ${account.name}`}>{account.name}</summary>
      <div>
        <p>{account.role}</p>
        <a href={linkTo('/me')}>Password and sessions</a>
        {account.permissions.includes('tokens:manage-own') && <a href={linkTo('/tokens')}>API tokens</a>}
        <label>
          Theme
          <select value={chosen} onChange={(event) => setTheme(themeOf(event.currentTarget.value))}>
            {themes.map(([it, text]) => (
              <option key={it} value={it}>
                {text}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => void logOut()}>
          Log out
        </button>
      </div>
    </details>
  );
}
