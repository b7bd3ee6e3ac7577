import { ApiProperty } from '@nestjs/swagger';

export class ExtensionDto {
  @ApiProperty({ type: 'integer', format: 'int32' })
  readonly id!: number;

  @ApiProperty({ example: 'Acme' })
  readonly name!: string;

  @ApiProperty({ example: '1.0.0' })
  readonly version!: string;

  @ApiProperty({ description: 'Always false: clients sent them all.' })
  readonly is_builtin!: boolean;

  @ApiProperty({ example: 'ACME' })
  readonly namespace!: string;
}
