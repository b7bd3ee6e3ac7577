import { clientAnswer, jobAnswer, jobRecordAnswer, recordAnswer, type ReshapeItem, uploadAnswer } from './answers.js';
import {
  clientBody,
  clientErrorBody,
  clientReportBody,
  jobEndBody,
  jobStartBody,
  ofClientBody,
  recordBody,
  type ReshapeBody,
} from './bodies.js';
import { typeOfCollector } from './client-types.js';
import { statusWord } from './job-statuses.js';
import type { ReshapeValue } from './targets.js';

/** Where the reference product differs from us on one route. */
export interface CompatRoute {
  /** Values of filters. */
  readonly filters?: Readonly<Record<string, ReshapeValue>>;
  readonly body?: ReshapeBody;
  /** Status of a success. */
  readonly status?: number;
  /** Each item of the answer; where it is absent, the answer is sent as it is. */
  readonly answer?: ReshapeItem;
}

const jobFilters = { status: statusWord };
const clientFilters = { type: (name: string) => String(typeOfCollector(name)) };

/** Paths are those below `/api/v2`; `*` is any one segment. What stands earlier goes first. */
const table: Readonly<Record<string, CompatRoute>> = {
  'GET /jobs': { filters: jobFilters, answer: jobAnswer },
  'GET /jobs/finished': { filters: jobFilters, answer: jobAnswer },
  'GET /jobs/*': { answer: jobAnswer },
  'PUT /jobs/*/cancel': { answer: jobAnswer },
  'POST /jobs/start': { body: jobStartBody, answer: jobRecordAnswer },
  'POST /jobs/end': { body: jobEndBody, answer: jobRecordAnswer },

  'GET /clients': { filters: clientFilters, answer: clientAnswer },
  'POST /clients': { body: clientBody, status: 200, answer: clientAnswer },
  'POST /clients/error': { body: clientErrorBody },
  'PUT /clients/update': { body: clientReportBody, answer: clientAnswer },
  'GET /clients/*': { answer: clientAnswer },
  'PUT /clients/*': { answer: clientAnswer },
  'DELETE /clients/*': { status: 200 },
  'POST /clients/*/jobs': { body: ofClientBody, status: 200, answer: jobRecordAnswer },

  'POST /events': { body: recordBody, status: 200 },
  'PUT /events/*': { body: ofClientBody },
  'DELETE /events/*': { status: 200 },

  'GET /file-upload': { filters: jobFilters, answer: uploadAnswer },
  'POST /file-upload/start': { answer: uploadAnswer },
  'GET /file-upload/*': { answer: uploadAnswer },
  'POST /file-upload/*/end': { answer: uploadAnswer },

  'GET /cloud-tenants/*/data-quality-stats': { answer: recordAnswer },
  'GET /ad-domains/*/data-quality-stats': { answer: recordAnswer },
  'GET /asset-groups': { answer: recordAnswer },
  'POST /asset-groups': { answer: recordAnswer },
  'GET /asset-groups/*': { answer: recordAnswer },
  'PUT /asset-groups/*': { answer: recordAnswer },
  'DELETE /asset-groups/*': { status: 200 },
  'PUT /asset-groups/*/selectors': { answer: recordAnswer },
  'DELETE /custom-nodes/*': { status: 200 },
  'GET /saml': { answer: recordAnswer },
  'POST /saml/providers': { status: 200, answer: recordAnswer },
  'GET /saml/providers/*': { answer: recordAnswer },
  'DELETE /saml/providers/*': { status: 200 },
  'POST /tokens': { status: 200 },
  'DELETE /tokens/*': { status: 200 },
  'POST /logout': { status: 200 },

  'GET /bloodhound-users': { answer: recordAnswer },
  'POST /bloodhound-users': { answer: recordAnswer },
  'GET /bloodhound-users/*': { answer: recordAnswer },
  'GET /roles/*': { answer: recordAnswer },
  'GET /permissions': { answer: recordAnswer },
  'GET /permissions/*': { answer: recordAnswer },
};

const routes = Object.entries(table).map(([key, route]) => {
  const [method = '', path = ''] = key.split(' ');
  // As Express matches: in any case, with or without a slash at the end.
  return { method, pattern: new RegExp(`^/api/v2${path.replaceAll('*', '[^/]+')}/?$`, 'i'), route };
});

/** The route of our own path; undefined where the two differ in nothing. */
export function compatRoute(method: string, path: string): CompatRoute | undefined {
  const asked = method === 'HEAD' ? 'GET' : method;
  return routes.find((it) => it.method === asked && it.pattern.test(path))?.route;
}
