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
    <div id="reference"></div>
    <script src="/${apiBase}/docs/swagger-ui-bundle.js"></script>
    <script src="/${apiBase}/docs/reference.js"></script>
  </body>
</html>
`;

/** Swagger UI has inline styles, and pictures in its style sheet. */
export const pagePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Colours with the contrast that WCAG 2 demands (AA), in the dark theme of Swagger UI and in its usual one. */
export const style = `
html:not(.dark-mode) .swagger-ui {
  & .info .title small { background: #5f6672; }
  & .info .title small.version-stamp { background: #3f6b00; }
  & .info a, & .info .url { color: #1a5fb4; }
  & .btn.authorize { border-color: #1b7a46; color: #1b7a46; }
  & .btn.authorize svg { fill: #1b7a46; }
  & .btn.cancel { border-color: #b3261e; color: #b3261e; }
  & .btn.execute { background: #1a5fb4; border-color: #1a5fb4; }
  & .parameter__in { color: #595959; }
  & .markdown code, & .renderedMarkdown code { color: #6a0bbf; }
  & .opblock-get .opblock-summary-method { background: #1a5fb4; }
  & .opblock-post .opblock-summary-method { background: #1b7a46; }
  & .opblock-put .opblock-summary-method { background: #9a5200; }
  & .opblock-patch .opblock-summary-method { background: #0a7468; }
  & .opblock-delete .opblock-summary-method { background: #b3261e; }
}
html.dark-mode .swagger-ui .opblock .opblock-section-header { background: #1c2022; }
html.dark-mode .swagger-ui .btn.cancel { color: #ff9b9b; }
.swagger-ui .microlight span[style*="211, 99, 99"] { color: #ff9b9b !important; }
`;

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

// A button must not contain a link. Operations are linked by the address of the page nevertheless.
const DeepLink = (Original, { React }) => (given) => React.createElement(Original, { ...given, enabled: false });

// Names and levels that Swagger UI leaves out.
const names = [
  ['#servers', 'aria-label', () => 'Server'],
  ['.close-modal', 'aria-label', () => 'Close'],
  ['.auth-btn-wrapper .btn', 'aria-label', ({ textContent }) => textContent],
  ['.information-container, .scheme-container', 'role', () => 'region'],
  ['.information-container', 'aria-label', () => 'About'],
  ['.scheme-container', 'aria-label', () => 'Server and credentials'],
  ['.filter-container', 'role', () => 'search'],
  ['.dialog-ux', 'role', () => 'dialog'],
  ['.dialog-ux', 'aria-label', () => 'Credentials'],
  ['h3, h4, h5', 'aria-level', ({ tagName }) => String(tagName[1] - 1)],
  ['.responses-table', 'aria-label', ({ id }) => 'Responses: ' + id],
  ['.microlight', 'tabindex', () => '0'],
  ['tr[data-param-name] select', 'aria-label', (select) => select.closest('tr').dataset.paramName],
];
function nameElements() {
  for (const [selector, attribute, valueOf] of names)
    for (const element of document.querySelectorAll(selector))
      if (element.getAttribute(attribute) !== valueOf(element)) element.setAttribute(attribute, valueOf(element));
}
new MutationObserver(nameElements).observe(document.body, { childList: true, subtree: true });

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
  plugins: [{ fn: { opsFilter }, wrapComponents: { DeepLink } }],
  requestInterceptor: sign,
});
`;
