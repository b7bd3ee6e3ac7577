import type { SelfDto } from '../api/schema.js';
import { go, linkTo, useAddress } from '../base/address.js';
import { useKeys } from '../base/keys.js';
import { AccountMenu } from './account-menu.js';
import { screenAt, useEntries } from './entries.js';
import { KeySheet } from './key-sheet.js';
import { Palette } from './palette.js';
import { SearchBox } from './search-box.js';
import { StateDot } from './state-dot.js';

export function Header({ account }: { readonly account: SelfDto }) {
  const { path } = useAddress();
  const all = useEntries();
  const entries = all.filter((it, index) => all.findIndex(({ label }) => label === it.label) === index);
  const current = screenAt(path)?.screen.entry?.label;
  useKeys(
    entries.map((it) => ({ keys: `g ${it.key}`, does: it.label, run: () => go(linkTo(it.path)) })),
    [entries.length],
  );
  return (
    <header>
      <a class="product" href={linkTo('/')}>
        Graphward
      </a>
      {account.permissions.includes('graph:read') && <SearchBox />}
      <nav aria-label="Main">
        {entries.map((it) => (
          <a key={it.path} href={linkTo(it.path)} aria-current={it.label === current ? 'page' : undefined}>
            {it.label}
          </a>
        ))}
      </nav>
      {account.permissions.includes('graph:read') && <StateDot />}
      <KeySheet />
      <Palette />
      <AccountMenu key={path} account={account} />
    </header>
  );
}
