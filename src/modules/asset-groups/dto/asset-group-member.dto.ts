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

  @ApiProperty({ type: 'string', nullable: true, description: 'Object id of its domain or tenant, if it is known.' })
  readonly environment_id!: string | null;

  @ApiProperty({ type: 'string', nullable: true, example: 'Domain', description: 'Kind of that.' })
  readonly environment_kind!: string | null;

  @ApiProperty({ description: 'Whether a selector that the product did not make names it.' })
  readonly custom_member!: boolean;
}
