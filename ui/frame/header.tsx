import { address, go, linkTo } from '../base/address.js';
import { counted } from '../base/format.js';
import { Check, Select } from '../base/controls.js';
import { bindings, setUsesLetters, useKeys, usesLetters } from '../base/keys.js';
import { Sheet } from '../base/modal.js';
import { ObjectSearch } from '../base/object-search.js';
import { Button, objectPath, Pairs } from '../base/parts.js';
import { account, logOut, may, seesAll } from '../base/session.js';
import { setTheme, theme, themeOf, themes } from '../base/theme.js';
import { entries as all, screenAt } from './entries.js';
import { Palette } from './palette.js';
import { StateDot } from './state-dot.js';

export function Header() {
  const { path } = address.value;
  const entries = all.value.filter((it, index) => all.value.findIndex(({ label }) => label === it.label) === index);
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
      {may('graph:read') && <SearchBox />}
      <nav aria-label="Main">
        {entries.map((it) => (
          <a key={it.path} href={linkTo(it.path)} aria-current={it.label === current ? 'page' : undefined}>
            {it.label}
          </a>
        ))}
      </nav>
      {may('graph:read') && seesAll() && <StateDot />}
      <KeySheet />
      <Palette />
      <AccountMenu key={path} />
    </header>
  );
}

function AccountMenu() {
  const { name, role, environments } = account.value ?? {};
  return (
    <details class="menu">
      <summary aria-label={`Account ${name}`}>{name}</summary>
      <div>
        <p>{role}</p>
        {environments && <p>{`Sees ${counted(environments.length, 'environment')} only`}</p>}
        <a href={linkTo('/me')}>Security</a>
        {may('tokens:manage-own') && <a href={linkTo('/tokens')}>API tokens</a>}
        <Select label="Theme" value={theme.value} choices={themes} onChange={(value) => setTheme(themeOf(value))} />
        <Button label="Log out" run={() => logOut()} />
      </div>
    </details>
  );
}

/** Searches objects from each view. */
function SearchBox() {
  const { path, query } = address.value;
  useKeys([{ keys: '/', does: 'Search objects', run: () => document.getElementById('search')?.focus() }]);
  return (
    <ObjectSearch
      id="search"
      label="Search objects"
      placeholder="Search by name or object id ( / )"
      asked={path === '/' ? (query.get('query') ?? '') : ''}
      onPick={({ objectid }, hasAlt) => go(hasAlt ? linkTo('/paths', { start_node: objectid }) : objectPath(objectid))}
      onSubmit={(text) => go(linkTo('/', { query: text }))}
    />
  );
}

/** Lists the keys of the present view. */
function KeySheet() {
  return (
    <Sheet label="Keys" mark="?" keys="?">
      <Pairs of={Object.fromEntries(bindings.value.map(({ keys, does }) => [does, <kbd>{keys}</kbd>]))} />
      <p>Each of these can also be reached by Tab.</p>
      <Check isChecked={usesLetters.value} onChange={setUsesLetters}>
        Single keys
      </Check>
    </Sheet>
  );
}
