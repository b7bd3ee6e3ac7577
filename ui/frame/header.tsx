import type { SelfDto } from '../api/schema.js';
import { go, linkTo, useAddress } from '../base/address.js';
import { useKeys } from '../base/keys.js';
import { about, may, session } from '../base/session.js';
import { useStore } from '../base/store.js';
import { screens } from '../screens/screens.js';
import { AccountMenu } from './account-menu.js';
import { KeySheet } from './key-sheet.js';
import { SearchBox } from './search-box.js';
import { StateDot } from './state-dot.js';
import { texts } from './texts.js';

export function Header({ account }: { readonly account: SelfDto }) {
  const { path } = useAddress();
  const entries = useEntries();
  useKeys(
    entries.map((it) => ({ keys: `g ${it.key}`, does: it.label, run: () => go(linkTo(it.path)) })),
    [entries.length],
  );
  return (
    <header>
      <a class="product" href={linkTo('/')}>
        {texts.product}
      </a>
      {account.permissions.includes('graph:read') && <SearchBox />}
      <nav aria-label={texts.navigation}>
        {entries.map((it) => (
          <a key={it.path} href={linkTo(it.path)} aria-current={isWithin(it.path, path) ? 'page' : undefined}>
            {it.label}
          </a>
        ))}
      </nav>
      {account.permissions.includes('graph:read') && <StateDot />}
      <KeySheet />
      <AccountMenu account={account} />
    </header>
  );
}

/** Only what the account may open and the edition has. */
function useEntries() {
  const current = useStore(session);
  const known = useStore(about);
  const entries = screens.flatMap(({ entry, permission, capability }) => {
    const isThere = capability === undefined || known?.capabilities.includes(capability) !== false;
    return entry && isThere && may(current, permission) ? [entry] : [];
  });
  return entries.filter(({ key }, index) => entries.findIndex((it) => it.key === key) === index);
}

function isWithin(entry: string, path: string): boolean {
  const [, room] = entry.split('/');
  return path.split('/')[1] === room;
}
