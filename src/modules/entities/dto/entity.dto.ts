import { ApiProperty } from '@nestjs/swagger';

export class EntityDto {
  @ApiProperty({ example: 'S-1-5-21-3130019616-2776909439-2417379446-1001' })
  readonly objectID!: string;

  @ApiProperty({ example: 'FS01.BIRCH.LOCAL' })
  readonly name!: string;

  @ApiProperty({ example: 'Computer', description: 'The primary kind.' })
  readonly label!: string;

  @ApiProperty({ type: [String], example: ['Computer', 'Base'] })
  readonly kinds!: readonly string[];
}
