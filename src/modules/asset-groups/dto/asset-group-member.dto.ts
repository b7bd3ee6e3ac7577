import { ApiProperty } from '@nestjs/swagger';

export class AssetGroupMemberDto {
  @ApiProperty({ example: 'S-1-5-21-3130019616-2776909439-2417379446-512' })
  readonly objectID!: string;

  @ApiProperty({ example: 'DOMAIN ADMINS@BIRCH.LOCAL' })
  readonly name!: string;

  @ApiProperty({ example: 'Group', description: 'The primary kind.' })
  readonly label!: string;

  @ApiProperty({ type: [String], example: ['Group', 'Base'] })
  readonly kinds!: string[];
}
