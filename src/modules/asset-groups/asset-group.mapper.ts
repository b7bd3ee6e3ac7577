import { wireNullTime, wireTime } from '../../http/wire.js';
import type { Selector, SelectorChanges } from './asset-group.js';
import type { AssetGroupSelectorDto, SelectorChangesDto } from './dto/asset-group.dto.js';

export function toSelectorChangesDto({ added, removed }: SelectorChanges): SelectorChangesDto {
  return { added_selectors: added.map(toSelectorDto), removed_selectors: removed.map(toSelectorDto) };
}

function toSelectorDto(selector: Selector): AssetGroupSelectorDto {
  return {
    id: selector.id,
    created_at: wireTime(selector.createdAt),
    updated_at: wireTime(selector.updatedAt),
    deleted_at: wireNullTime(null),
    asset_group_id: selector.assetGroupId,
    name: selector.name,
    selector: selector.selector,
    system_selector: selector.systemSelector,
  };
}
