import type { CamelCased } from '../../../base/values/letter-case.js';
import { field } from '../../../http/fields/fields.js';
import { ShortText } from '../../../http/input/rules.js';

/** The domain controller to query, in requests for clients and for jobs. */
export class DomainControllerRequest {
  @ShortText({
    example: 'DC01.CORP.EXAMPLE',
    description:
      'The domain controller to query. If empty, a job has the one of its client, and a client selects one itself.',
  })
  readonly domain_controller: string = '';
}

type DomainController = CamelCased<DomainControllerRequest>;

/** The column of a table. */
export function domainControllerField(table: string) {
  return {
    domain_controller: field.text(`${table}.domain_controller`, 'Empty if the client selects one.', 'sort', 'filter'),
  };
}

/** The domain controller of a job: its order names it, or else its client. */
export function domainControllerOf(client: DomainController, order?: Partial<DomainController>): DomainController {
  return { domainController: order?.domainController || client.domainController };
}
