import { ApiProperty } from '@nestjs/swagger';
import type { CustomNodeDraft } from './custom-nodes.request.dto.js';

export interface CustomNode extends CustomNodeDraft {
  readonly id: number;
}

class IconDto {
  @ApiProperty({ description: 'Icon set.', example: 'font-awesome' })
  readonly type!: string;

  @ApiProperty({ description: 'Name of the icon in its set.', example: 'server' })
  readonly name!: string;

  @ApiProperty({ pattern: '^#[0-9A-F]{6}$', description: '`#RRGGBB` in upper case.', example: '#3366FF' })
  readonly color!: string;
}

class CustomNodeConfigDto {
  @ApiProperty()
  readonly icon!: IconDto;
}

export class CustomNodeDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly id!: number;

  @ApiProperty({ description: 'Kind of nodes. Kinds differ by case.', example: 'Server' })
  readonly kindName!: string;

  @ApiProperty()
  readonly config!: CustomNodeConfigDto;
}

export function toCustomNodeDto({ id, kindName, icon: { type, name, color } }: CustomNode): CustomNodeDto {
  return { id, kindName, config: { icon: { type, name, color } } };
}
