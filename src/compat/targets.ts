/** From the value of a filter, without its predicate, to ours. */
export type ReshapeValue = (value: string) => string;

const aliases = [[/^\/api\/v2\/azure-tenants(?=\/|$)/i, '/api/v2/cloud-tenants']] as const;

/** Our path for one of the reference product. */
export function ourPath(path: string): string {
  return aliases.reduce((ours, [theirs, own]) => ours.replace(theirs, own), path);
}

/** The query with the values of the filters named in our words; the rest stays as it was sent. */
export function ourQuery(query: string, filters: Readonly<Record<string, ReshapeValue>>): string {
  const pieces = query.split('&').map((piece) => {
    const [parameter] = new URLSearchParams(piece);
    const reshape = parameter && Object.hasOwn(filters, parameter[0]) ? filters[parameter[0]] : undefined;
    return parameter && reshape ? `${parameter[0]}=${encodeURIComponent(ourValue(parameter[1], reshape))}` : piece;
  });
  return pieces.join('&');
}

/** `eq:2`, or `2` */
function ourValue(text: string, reshape: ReshapeValue): string {
  const colon = text.indexOf(':') + 1;
  return text.slice(0, colon) + reshape(text.slice(colon));
}
