import { call } from '../../api/call.js';
import type { SearchResultDto } from '../../api/schema.js';
import { linkTo, useAddress } from '../../base/address.js';
import { useEnvironments } from '../../base/environments.js';
import { Choice, EntityFilters, entityFilterOf } from '../../base/filters.js';
import { Heading } from '../../base/heading.js';
import { KindIcon } from '../../base/kind-icon.js';
import { Answered } from '../../base/states.js';
import { useAnswer } from '../../base/use-answer.js';
import { type Column, Table } from '../../table/table.js';
import { PAGE, useRows } from '../../table/use-rows.js';
import { texts } from './texts.js';

const columns: readonly Column<SearchResultDto>[] = [
  {
    title: texts.name,
    width: '2fr',
    cell: ({ objectid, name, type, tier_zero: isTierZero }) => (
      <>
        <KindIcon kind={type} /> <a href={linkTo(`/o/${encodeURIComponent(objectid)}`)}>{name}</a>{' '}
        {isTierZero && <span class="mark tier-zero">{texts.tierZero}</span>}
      </>
    ),
  },
  { title: texts.kind, width: '9rem', isExtra: true, cell: ({ type }) => type },
  { title: texts.environment, isExtra: true, cell: ({ domain }) => domain ?? '' },
  { title: texts.dn, width: '2fr', isExtra: true, cell: ({ distinguishedname }) => distinguishedname },
];

/** All objects that a search finds. Filters are in the address. */
export function Results({ text }: { readonly text: string }) {
  const { query } = useAddress();
  const environments = useEnvironments();
  const kinds = useAnswer(call('GET /api/v2/graphs/kinds', { query: { type: ['node'] } })).answer?.data.kinds ?? [];
  const filters = { query: text, type: query.getAll('type'), ...entityFilterOf(query) };
  const asked = useRows((skip) => call('GET /api/v2/search', { query: { ...filters, skip, limit: PAGE } }));
  return (
    <>
      <Heading text={texts.results(text)} />
      <p class="row">
        <Choice name="type" label={texts.kind}>
          {kinds.map((kind) => (
            <option key={kind}>{kind}</option>
          ))}
        </Choice>
        <EntityFilters environments={environments} />
      </p>
      <Answered asked={asked} lines={10}>
        {({ count }) => (
          <>
            <p role="status">{count === 0 ? texts.none(text) : texts.found(count)}</p>
            {count > 0 && <Table label={texts.results(text)} columns={columns} rows={asked.rows} />}
          </>
        )}
      </Answered>
    </>
  );
}
