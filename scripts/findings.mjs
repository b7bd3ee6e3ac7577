import { findingTypes } from '../dist/src/analysis/findings/finding-types.js';
import { leastRisks } from '../dist/src/analysis/findings/severity.js';

/** @returns the text of docs/findings.md, from the types of findings */
export function document() {
  const types = [...findingTypes.values()];
  const lists = types.filter(({ kind }) => kind === 'list');
  const relationships = types.filter(({ kind }) => kind === 'relationship');
  return `# Findings (enterprise)

\`node scripts/run.mjs findings\` writes this page from \`src/analysis/findings\`. Do not edit it.

Each analysis stores the weaknesses of the graph, with the time of the first and of the last run that found them.
[api.md](api.md#findings-enterprise) has the operations. For example, HELPDESK may add members to DOMAIN ADMINS:

| field    | value                                                                    |
| -------- | ------------------------------------------------------------------------ |
| finding  | T0AddMember, from HELPDESK to DOMAIN ADMINS                              |
| exposure | 12 accounts reach HELPDESK, of 400 accounts of the domain: 3 %           |
| impact   | DOMAIN ADMINS reaches 2,910 of 3,000 nodes of the domain: 97 %           |
| freed    | 9 of the 12 have no other way into tier zero                             |
| shared   | 3 of the 12 have another way: to remove this right alone frees 9         |
| severity | the risk is (3 + 97) / 2 = 50: moderate                                  |

- **A relationship finding** is an edge of a traversable kind from a node outside of tier zero to a member of tier zero.
- **A list finding** is a node whose properties make it weak. Its tag is tier zero (1) if the node belongs to it,
  else 0.
- **Accounts** are users, computers, users of Entra ID and service principals, unless they are known to be disabled.
- **Exposure** is the number of accounts that reach the source of a relationship, or the node of a list finding, over
  traversable edges, from containers by what their holder gains ([ADR 0087](adr/0087-states-of-containers.md)). **Impact**
  is the number of nodes that the target reaches. A node reaches itself. Both are counted exactly in the graph that the
  analysis leaves, beyond the environment, too. If a newer version of the product changes the rules, the next run counts
  no finding as added or resolved.
- **Freed** are the accounts outside of tier zero that lose their last way into it if the source loses all rights on the
  target: all traversable edges between both. **Shared** are those that have a way by these rights and keep another one.
  A way ends at the first member of tier zero that it reaches. Both are null for list findings.
- **Lists begin with what frees most:** they sort by freed, then by shared, then by exposure. Two findings that free
  nobody alone may free many together.
- Other edges that were derived from the right stay, such as ADCSESC7 from a right on an authority. They are another way
  until the next analysis. [Exposure](api.md#exposure) with \`exclude_edge\` derives again, so it may lose more.
- **Shares** divide by the accounts and nodes of the environment of the target, and are 1 at most.
- **Risk** from 0 to 100: of a relationship, the mean of both shares. Of a list finding, the share of its impact, because no
  edge has to lead to a weakness of this kind. Another way lowers no risk.
- **Severity:** ${Object.entries(leastRisks)
    .map(([name, least]) => (least > 0 ? `${name} from a risk of ${least}` : `${name} below`))
    .join(', ')}.
- **Resolved:** a finding that a run does not find any more stays, with the time of that run, until \`RETENTION_FINDINGS\`.
- A condition whose property was not collected does not hold, but an account counts as enabled unless it is known to be
  disabled. The ready question and the saved query of a weakness have the same conditions.

## List findings

${lists.map(sectionOf).join('\n\n')}

## Relationship findings

The name is \`T0\` and the kind of the edge. [edges.md](edges.md) has the rule, the meaning and the remedy of each kind.

| finding | an outsider … a member of tier zero |
| ------- | ----------------------------------- |
${relationships.map(({ name, sentence }) => `| [${name}](edges.md#${name.slice(2).toLowerCase()}) | ${sentence.slice('A node outside of tier zero '.length, -' a member of it.'.length)} |`).join('\n')}`;
}

function sectionOf({ name, title, rule, sentence, remediation }) {
  return `### ${name}

${title}.

- **Condition:** ${rule}
- **Danger:** ${sentence}
- **Remedy:** ${remediation}`;
}
