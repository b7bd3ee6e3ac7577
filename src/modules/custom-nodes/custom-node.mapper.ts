import type { CustomNode } from './custom-node.js';
import type { CustomNodeDto } from './dto/custom-node.dto.js';

export function toCustomNodeDto({ id, kindName, icon: { type, name, color } }: CustomNode): CustomNodeDto {
  return { id, kindName, config: { icon: { type, name, color } } };
}
