import type { ShowcaseCall } from './showcase-call.js';

const query = 'MATCH (u:User {hasspn:true, enabled:true}) RETURN u.name';
const named = 3;

/** A query in Cypher: users whose passwords can be guessed offline. */
export const roastableUsers: ShowcaseCall = {
  title: 'Beyond the seven: a query in Cypher',
  method: 'POST',
  target: '/api/v2/graphs/cypher',
  body: () => `{"form":"table","query":\n     "${query}"}`,
  meaning: (answer) => {
    const { data }: { data: { rows: readonly (readonly [name: string])[] } } = JSON.parse(answer);
    const names = data.rows.map(([name]) => name).toSorted();
    const others = names.length > named ? `, and ${names.length - named} others` : '';
    return `${names.length} enabled users run a service, so anyone in the domain can get their tickets and guess their passwords offline: ${names.slice(0, named).join(', ')}${others}.`;
  },
  command: `query "${query}"`,
};
