import { ApiProperty } from '@nestjs/swagger';

/** An object of the graph to collect from. */
export class DomainReferenceDto {
  @ApiProperty()
  readonly objectid!: string;

  @ApiProperty({ description: 'Empty where the graph does not know the object.' })
  readonly name!: string;

  @ApiProperty({ description: 'Whether the graph knows the object.' })
  readonly exists!: boolean;

  @ApiProperty({ description: 'Kind of the object; empty where the graph does not know it.', example: 'Domain' })
  readonly type!: string;
}

export class OuReferenceDto extends DomainReferenceDto {
  @ApiProperty({ description: 'Empty where the graph does not know the object.' })
  readonly distinguishedname!: string;
}
