import { ApiProperty } from '@nestjs/swagger';

export class IconDto {
  @ApiProperty({ description: 'Names the icon set.', example: 'font-awesome' })
  readonly type!: string;

  @ApiProperty({ example: 'server' })
  readonly name!: string;

  @ApiProperty({ pattern: '^#[0-9A-F]{6}$', example: '#3366FF' })
  readonly color!: string;
}

export class CustomNodeConfigDto {
  @ApiProperty()
  readonly icon!: IconDto;
}

export class CustomNodeDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly id!: number;

  @ApiProperty({ example: 'Server' })
  readonly kindName!: string;

  @ApiProperty()
  readonly config!: CustomNodeConfigDto;
}
