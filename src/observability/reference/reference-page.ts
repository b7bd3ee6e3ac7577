import { apiBase } from '../../http/openapi/api-controller.decorator.js';

/** The reference page: Swagger UI with the OpenAPI document of this deployment. */
export const page = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Graphward API</title>
    <link rel="icon" href="/${apiBase}/docs/favicon-32x32.png" />
    <link rel="stylesheet" href="/${apiBase}/docs/swagger-ui.css" />
    <link rel="stylesheet" href="/${apiBase}/docs/reference.css" />
  </head>
  <body>
    <main id="reference"></main>
    <script src="/${apiBase}/docs/swagger-ui-bundle.js"></script>
    <script src="/${apiBase}/docs/reference.js"></script>
  </body>
</html>
`;

export const style = ``;

/**
 * Returns the script that starts Swagger UI. For the scheme "signature" the user enters \`<token id>:<token key>\`. The script signs each
 * call with the chain of the specification, so the key never leaves the page.
 * @param keyword one of SIGNATURE_KEYWORDS
 */
export const script = (keyword: string): string => `
const bytes = (text) => new TextEncoder().encode(text);

async function hmac(key, message) {
  const imported = await crypto.subtle.importKey('raw', key, { name: 'HMAC', hash: 'SHA-256' }, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, message));
}

async function sign(request) {
  const given = request.headers.Authorization ?? '';
  const separator = given.indexOf(':');
  if (given.startsWith('Bearer ') || separator < 0) return request;
  const date = new Date().toISOString();
  const { pathname, search } = new URL(request.url, location.href);
  const operation = await hmac(bytes(given.slice(separator + 1)), bytes(request.method.toUpperCase() + pathname + search));
  const hour = await hmac(operation, bytes(date.slice(0, 13)));
  const digest = await hmac(hour, bytes(typeof request.body === 'string' ? request.body : ''));
  request.headers.Authorization = '${keyword} ' + given.slice(0, separator);
  request.headers.RequestDate = date;
  request.headers.Signature = btoa(String.fromCharCode(...digest));
  return request;
}

// The filter of Swagger UI finds whole tags only.
const opsFilter = (groups, text) => {
  const wanted = text.toLowerCase();
  const wordsOf = (it) => [it.get('method'), it.get('path'), it.getIn(['operation', 'summary'])].join(' ').toLowerCase();
  return groups
    .map((group, tag) =>
      tag.toLowerCase().includes(wanted)
        ? group
        : group.update('operations', (operations) => operations.filter((it) => wordsOf(it).includes(wanted))),
    )
    .filter((group) => group.get('operations').size > 0);
};

const dark = matchMedia('(prefers-color-scheme: dark)');
const showColours = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', showColours);
showColours();

SwaggerUIBundle({
  url: '/${apiBase}/spec',
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  persistAuthorization: false,
  defaultModelsExpandDepth: 0,
  filter: true,
  plugins: [{ fn: { opsFilter } }],
  requestInterceptor: sign,
});
`;
