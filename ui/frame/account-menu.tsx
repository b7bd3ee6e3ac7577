import type { SelfDto } from '../api/schema.js';
import { linkTo } from '../base/address.js';
import { logOut } from '../base/session.js';
import { useStore } from '../base/store.js';
import { setTheme, theme, themes } from '../base/theme.js';
import { texts } from './texts.js';

export function AccountMenu({ account }: { readonly account: SelfDto }) {
  const chosen = useStore(theme);
  return (
    <details class="menu">
      <summary aria-label={texts.account(account.name)}>{account.name}</summary>
      <div>
        <p>{account.role}</p>
        <a href={linkTo('/me')}>{texts.ownAccount}</a>
        {account.permissions.includes('tokens:manage-own') && <a href={linkTo('/tokens')}>{texts.ownTokens}</a>}
        <label>
          {texts.theme}
          <select
            value={chosen}
            onChange={(event) => setTheme(themes.find((it) => it === event.currentTarget.value) ?? 'system')}
          >
            {themes.map((it) => (
              <option key={it} value={it}>
                {texts.themes[it]}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => void logOut()}>
          {texts.logOut}
        </button>
      </div>
    </details>
  );
}
