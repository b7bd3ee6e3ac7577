import { ValidateIf } from 'class-validator';
import { InvalidInputError } from '../../../base/errors.js';
import type { SelectorEdit } from '../asset-group.js';
import { type SelectorRequest, toSelectorDraft } from './selector.request.js';
import { Selectors } from './selectors.decorator.js';

/** Either `selectors`, which replaces all, or `add` and `remove`. */
export class WriteSelectorsRequest {
  @ValidateIf((body: WriteSelectorsRequest) => !isEdit(body))
  @Selectors({ required: true })
  readonly selectors?: SelectorRequest[];

  @Selectors({ required: false })
  readonly add?: SelectorRequest[] | null;

  @Selectors({ required: false })
  readonly remove?: SelectorRequest[] | null;
}

/**
 * Undefined if the body replaces all selectors.
 * @throws InvalidInputError if it does both
 */
export function toSelectorEdit(body: WriteSelectorsRequest): SelectorEdit | undefined {
  if (!isEdit(body)) return undefined;
  if (body.selectors !== undefined) {
    throw InvalidInputError.at('body.selectors', 'replaces all selectors; leave it out, or add and remove');
  }
  const { add, remove } = body;
  return { add: (add ?? []).map(toSelectorDraft), remove: (remove ?? []).map((it) => toSelectorDraft(it).selector) };
}

function isEdit({ add, remove }: WriteSelectorsRequest): boolean {
  return add !== undefined || remove !== undefined;
}
