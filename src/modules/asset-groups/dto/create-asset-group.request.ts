import type { AssetGroupDraft } from '../asset-group.js';
import { Name, Tag } from './rules.js';
import { type SelectorRequest, toSelectorDraft } from './selector.request.js';
import { Selectors } from './selectors.decorator.js';

export class CreateAssetGroupRequest {
  @Name('Build systems')
  readonly name!: string;

  @Tag('build_systems')
  readonly tag!: string;

  @Selectors({ required: false })
  readonly selectors?: SelectorRequest[] | null;
}

export function toAssetGroupDraft({ name, tag, selectors }: CreateAssetGroupRequest): AssetGroupDraft {
  return { name, tag, selectors: (selectors ?? []).map(toSelectorDraft) };
}
