import type { SelectorDraft } from '../asset-group.js';
import { Name, ObjectId } from './rules.js';

export class SelectorRequest {
  @Name('Build server')
  readonly name!: string;

  @ObjectId('S-1-5-21-3130019616-2776909439-2417379446-1105')
  readonly selector!: string;
}

export function toSelectorDraft({ name, selector }: SelectorRequest): SelectorDraft {
  return { name, selector: selector.toUpperCase() };
}
