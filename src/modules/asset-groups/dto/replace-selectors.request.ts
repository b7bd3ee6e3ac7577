import type { SelectorRequest } from './selector.request.js';
import { Selectors } from './selectors.decorator.js';

export class ReplaceSelectorsRequest {
  @Selectors({ required: true })
  readonly selectors!: SelectorRequest[];
}
