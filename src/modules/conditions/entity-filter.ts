import { optionalFlag, optionalText, together, type ValueOf } from '../../http/input/parameters.js';
import { conditions } from './conditions.query.js';

/** The results of a list or a search that a client wants. Absent parts limit nothing. */
export const entityFilter = together({
  environment: optionalText(
    'environment',
    'Object id or name of the domain or tenant of the results. Letters are compared without case.',
  ),
  tierZero: optionalFlag('tier_zero', '`true` returns results of tier zero only, `false` all others.'),
  where: conditions(),
});

export type EntityFilter = ValueOf<typeof entityFilter>;

export const noFilter: EntityFilter = { environment: undefined, tierZero: undefined, where: [] };
