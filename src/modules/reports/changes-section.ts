import type { ChangesData, Known, Named, WayData, Shown } from './report-data.js';
import type { ReportSection, ReportTable } from './report-document.js';
import { countText, momentText } from './report-texts.js';

/** Objects that a table of members has. */
const mostMembers = 100;

const reasons: Readonly<Record<string, string>> = {
  deletion: 'a part of the graph was deleted',
  expiry: 'what no collection had stated for long was removed',
  restore: 'a backup was restored',
  rules: 'a newer version of the product computed the graph by other rules',
};

/** What is new: ways, and members of tier zero. */
export function changesSection(changes: Known<ChangesData>, shown: Shown): ReportSection {
  const { ways, came, went } = changes.known ? changes.value : { ways: null, came: [], went: [] };
  return {
    name: 'changes',
    title: 'What is new',
    meaning:
      'The graph as the last analysis before the period left it is compared with the present one. An account has a new way if it reaches tier zero now, and did not then.',
    sentences: changes.known ? sentencesOf(changes.value) : [`Not known: ${changes.reason}.`],
    chart: null,
    tables: [
      waysTable(ways?.shown ?? [], (ways?.count ?? 0) - (ways?.shown.length ?? 0), shown),
      membersTable('came', 'Members that came into tier zero', came, shown),
      membersTable('went', 'Members that left tier zero', went, shown),
    ],
  };
}

function sentencesOf({ since, until, ways, came, went, breaks }: ChangesData): string[] {
  return [
    `Between ${momentText(since)} and ${momentText(until)}, ${countText(ways.count, 'account')} got a new way into tier zero, ${countText(came.length, 'member')} came into it, and ${went.length} left it.`,
    ...breaks.map(
      ({ at, reason }) =>
        `At ${momentText(at)} ${reasons[reason] ?? reason}. This explains differences that nobody made.`,
    ),
  ];
}

function waysTable(ways: readonly WayData[], more: number, shown: Shown): ReportTable {
  return {
    name: 'ways',
    title: 'New ways',
    columns: [
      { name: 'account', title: 'Account', type: 'text' },
      { name: 'kind', title: 'Kind', type: 'text' },
      { name: 'way', title: 'Way', type: 'text' },
    ],
    rows: ways.map(({ account, kind, objects, edges }) => [
      shown(account),
      kind,
      objects.map((it, at) => (at === 0 ? shown(it) : `–${edges[at - 1]}→ ${shown(it)}`)).join(' '),
    ]),
    more,
  };
}

function membersTable(name: string, title: string, members: readonly Named[], shown: Shown): ReportTable {
  return {
    name,
    title,
    columns: [{ name: 'object', title: 'Object', type: 'text' }],
    rows: members.slice(0, mostMembers).map((it) => [shown(it)]),
    more: Math.max(0, members.length - mostMembers),
  };
}
