import { useEffect, useState } from 'preact/hooks';
import { call, callTo, type PanelAnswer, withQuery } from '../../api/call.js';
import type { SearchResultDto } from '../../api/schema.js';
import { address, go, linkTo } from '../../base/address.js';
import { counted, number, titleOf } from '../../base/format.js';
import { GroupActs, GroupChanges } from '../../base/group-acts.js';
import type { GroupChange } from '../../base/groups.js';
import { useKeys } from '../../base/keys.js';
import { KindPanels } from '../../base/kind-panels.js';
import { KindIcon } from '../../base/kind-icon.js';
import { Button, Heading, Lines, objectPath, Section } from '../../base/parts.js';
import { noteRecent } from '../../base/recent.js';
import { reload } from '../../base/session.js';
import { Answered, Ask, Copy, useAnswer } from '../../base/states.js';
import { SmallTable } from '../../table/table.js';
import { columns, unknownPeriod } from '../changes/changes.js';
import type { ViewProps } from '../screen.js';
import { propertyGroups } from './properties.js';
import { Related } from './related.js';

/** One object: what it is, its lists, its properties. */
export function View({ parts: { id = '' } }: ViewProps) {
  // A search answers with the object that has the id before all others.
  return (
    <Ask of={call('GET /api/v2/search', { query: { query: id, limit: 1 } })} lines={8}>
      {({ data: [found] }) =>
        found && found.objectid.toUpperCase() === id.toUpperCase() ? (
          <Known object={found} />
        ) : (
          <>
            <Heading text={`There is no object with the id ${id}`} />
            <p>It may have expired with its data, or the address is not complete.</p>
          </>
        )
      }
    </Ask>
  );
}

function Known({ object }: { readonly object: SearchResultDto }) {
  const { objectid: id, name, type: kind, href } = object;
  const asked = useAnswer(callTo<PanelAnswer>(href));
  useEffect(() => noteRecent({ id, name, kind }), [id]);
  return (
    <>
      <Heading text={name} />
      <Head object={object} isDisabled={asked.answer?.data.props['enabled'] === false} />
      <Answered asked={asked} lines={12}>
        {({ data }) => (
          <>
            <Lists object={object} lists={listsOf(data)} />
            {data.note !== undefined && <p>{data.note}</p>}
            <Properties props={data.props} />
            <KindPanels kinds={object.kinds} />
            <History id={id} />
          </>
        )}
      </Answered>
    </>
  );
}

type List = readonly [name: string, count: number];

/** The lists of an answer with their lengths: `adminRights: 653` is the list `admin-rights`. */
function listsOf(answer: Readonly<Record<string, unknown>>): readonly List[] {
  return Object.entries(answer).flatMap(([field, count]) =>
    typeof count === 'number' ? [[field.replaceAll(/[A-Z]/g, (it) => `-${it.toLowerCase()}`), count] as const] : [],
  );
}

/** The lists of an object with their lengths, and the chosen one. Empty lists are folded. */
function Lists({ object, lists }: { readonly object: SearchResultDto; readonly lists: readonly List[] }) {
  const chosen = address.value.query.get('list');
  const isKnown = lists.some(([name]) => name === chosen);
  const link = ([name, count]: List) => (
    <>
      <a href={objectPath(object.objectid, { list: name })} aria-current={name === chosen ? 'true' : undefined}>
        {titleOf(name)}
      </a>{' '}
      <span class="muted">{number(count)}</span>
    </>
  );
  const empty = lists.filter(([, count]) => count === 0);
  return (
    <div class="beside">
      <nav aria-label="Lists">
        <Lines of={lists.filter(([, count]) => count > 0)} line={link} />
        {empty.length > 0 && (
          <details open={empty.some(([name]) => name === chosen)}>
            <summary>{counted(empty.length, 'empty list')}</summary>
            <Lines of={empty} line={link} />
          </details>
        )}
      </nav>
      {chosen !== null && isKnown ? (
        <Related key={chosen} object={object} list={chosen} path={listPath(object.href, chosen)} />
      ) : (
        <p>Choose a list to see its objects.</p>
      )}
    </div>
  );
}

/** The address of a list of an entity, such as `admin-rights`, in the API. @param entity its `href`, with a query for a cloud entity */
function listPath(entity: string, list: string): string {
  return entity.includes('?') ? withQuery(entity, { related_entity_type: list }) : `${entity}/${list}`;
}

const mostChanges = 10;

/** What changed in the object and its edges. Asked on demand: the service counts the call as ten. */
function History({ id: node }: { readonly id: string }) {
  const [isWanted, want] = useState(false);
  const changes = call('GET /api/v2/graphs/changes', { query: { node, limit: mostChanges } });
  return (
    <Section title="Changes">
      {!isWanted && <Button label="What changed?" run={() => want(true)} />}
      <Ask of={isWanted ? changes : null} lines={3} expected={unknownPeriod}>
        {({ count, data }) => (
          <>
            <p role="status">
              {counted(count, 'change')} since the first known analysis.{' '}
              <a href={linkTo('/changes', { node })}>All changes</a>
            </p>
            {count > 0 && <SmallTable label="Changes" columns={columns} rows={data} />}
          </>
        )}
      </Ask>
    </Section>
  );
}

function Properties({ props }: { readonly props: Readonly<Record<string, unknown>> }) {
  return (
    <Section title="Properties">
      <div class="cards">
        {propertyGroups(props, Date.now() / 1000).map(({ title, properties }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl class="pairs">
              {properties.map(({ name, value, danger }) => (
                <div key={name} class={danger === undefined ? undefined : 'danger'}>
                  <dt>{name}</dt>
                  <dd>
                    {value}
                    {danger !== undefined && <strong> ⚠ {danger}</strong>}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Section>
  );
}

/** What the object is, and what can be asked about it. */
function Head({ object, isDisabled }: { readonly object: SearchResultDto; readonly isDisabled: boolean }) {
  const { objectid: id, name, kinds, type, domain, tier_zero: isTierZero, system_tags: tags } = object;
  const isOwned = tags.split(' ').includes('owned');
  const [isReachWanted, wantReach] = useState(false);
  const [changes, setChanges] = useState<readonly GroupChange[]>([]);
  const links = {
    Explore: linkTo('/explore', { node: id }),
    'Paths to tier zero': linkTo('/paths', { start_node: id, end_tag: 'tier_zero', only_traversable: 'true' }),
    'Paths to here': linkTo('/paths', { end_node: id, only_traversable: 'true' }),
    'Paths from here': linkTo('/paths', { start_node: id }),
    Exposure: linkTo('/exposure', { end_node: id }),
  };
  useKeys(
    [
      { keys: 'p', does: 'Paths from here', run: () => go(links['Paths from here']) },
      { keys: 'c', does: 'Copy id', run: () => void navigator.clipboard.writeText(id) },
    ],
    [id],
  );
  return (
    <>
      <p class="row">
        <span>
          <KindIcon kind={type} /> {kinds.join(', ')}
        </span>
        {domain !== null && <span>{domain}</span>}
        {isTierZero && <span class="mark tier-zero">Tier zero</span>}
        {isOwned && <span class="mark owned">Owned</span>}
        {isDisabled && <span class="mark disabled">Disabled</span>}
        <Copy text={id} />
      </p>
      <p class="row">
        {Object.entries(links).map(([text, link], index) => (
          <a key={text} class={index === 0 ? 'button main' : 'button'} href={link} children={text} />
        ))}
        <GroupActs
          objects={[{ id, name, isOwned, isTierZero }]}
          onDone={(change) => {
            setChanges([...changes, change]);
            reload();
          }}
        />
      </p>
      <GroupChanges changes={changes} setChanges={setChanges} onUndone={reload} />
      {isReachWanted ? <Reach id={id} /> : <Button label="How far does control reach?" run={() => wantReach(true)} />}
    </>
  );
}

/** Asked on demand: the service counts these calls as ten. */
function Reach({ id: node }: { readonly id: string }) {
  const reached = (direction: 'in' | 'out') =>
    call('GET /api/v2/graphs/reachable', { query: { node, direction, only_traversable: true } });
  return (
    <Ask of={reached('out')} lines={1}>
      {({ data: { count, tier_zero: tierZero } }) => (
        <Ask of={reached('in')} lines={1}>
          {({ data }) => (
            <p role="status">
              It reaches {counted(count, 'object')}, {number(tierZero)} of them tier zero.{' '}
              {counted(data.count, 'object')} {data.count === 1 ? 'controls' : 'control'} it.
            </p>
          )}
        </Ask>
      )}
    </Ask>
  );
}
