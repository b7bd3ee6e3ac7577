import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { address, linkTo } from '../base/address.js';
import { Button, Heading } from '../base/parts.js';
import { about, account, may, reload, seesAll } from '../base/session.js';
import { forgetShownVersions, isGraphNewer } from '../base/states.js';
import type { Entry, Screen, ViewProps } from '../screens/screen.js';
import { entries, screenAt } from './entries.js';

/** The view of the present address. */
export function CurrentView() {
  const { path } = address.value;
  const found = screenAt(path);
  useEffect(forgetShownVersions, [path]);
  if (!found) return <Notice title="This address shows nothing" note="It may come from another version of the page." />;
  const { screen, parts } = found;
  if (screen.capability !== undefined && about.value?.capabilities.includes(screen.capability) === false)
    return <Notice title="Part of the enterprise edition" note="The community edition does not have this screen." />;
  if (account.value?.factor_missing === true && path !== '/me')
    return (
      <Notice
        title="Your account needs a second factor"
        note="This service asks your account for one. Until it has one, you can do nothing else."
        link={<a href={linkTo('/me')}>Set it up</a>}
      />
    );
  const refusal = refusalOf(screen);
  if (refusal) return <Notice title="Not permitted" note={refusal} />;
  return (
    <>
      <ChangedGraph />
      {screen.entry && <Tabs entry={screen.entry} />}
      <LoadedView key={path} screen={screen} parts={parts} />
    </>
  );
}

/** Why the account may not open a screen; undefined if it may. */
function refusalOf({ permission, isOfWholeGraph }: Screen): string | undefined {
  const role = account.value?.role;
  if (isOfWholeGraph && !seesAll())
    return 'This screen has figures of the whole graph. Your account sees some environments only.';
  return may(permission)
    ? undefined
    : `This screen needs the permission ${permission}. Your role, ${role}, does not have it.`;
}

/** The screens that share an entry of the navigation. */
function Tabs({ entry: { label, path } }: { readonly entry: Entry }) {
  const shared = entries.value.filter((it) => it.label === label && it.tab !== undefined);
  if (shared.length < 2) return null;
  return (
    <nav class="tabs" aria-label={label}>
      {shared.map((it) => (
        <a key={it.path} href={linkTo(it.path)} aria-current={it.path === path ? 'page' : undefined}>
          {it.tab}
        </a>
      ))}
    </nav>
  );
}

const loaded = new WeakMap<Screen, ComponentType<ViewProps>>();

function LoadedView({ screen, parts }: ViewProps & { readonly screen: Screen }) {
  const [, draw] = useState({});
  const [isOld, setOld] = useState(false);
  const View = loaded.get(screen);
  useEffect(() => {
    if (View) return;
    const load = async () => {
      loaded.set(screen, (await screen.load()).View);
      draw({});
    };
    // The names of the files belong to one version of the page.
    load().catch(() => setOld(true));
  }, [screen]);
  if (isOld)
    return (
      <>
        <Heading text="The page is older than the service. Reload to go on." />
        <Button label="Reload" run={() => location.reload()} />
      </>
    );
  return View ? <View parts={parts} /> : null;
}

interface NoticeProps {
  readonly title: string;
  readonly note: string;
  readonly link?: ComponentChildren;
}

function Notice({ title, note, link = <a href={linkTo('/')}>Go to Find</a> }: NoticeProps) {
  return (
    <>
      <Heading text={title} />
      <p>{note}</p>
      {link}
    </>
  );
}

/** Offers to load the view again if a later answer shows that the graph has changed. */
function ChangedGraph() {
  if (!isGraphNewer()) return null;
  return (
    <p class="note" role="status">
      The graph has changed since this view was loaded. <Button label="Reload" run={again} />
    </p>
  );
}

function again(): void {
  forgetShownVersions();
  reload();
}
