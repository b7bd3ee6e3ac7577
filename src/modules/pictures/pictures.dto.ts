import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Type } from 'class-transformer';
import { IsBoolean, IsObject, IsOptional, ValidateNested } from 'class-validator';
import { isName, MayBeAbsent } from '../../http/input/rules.js';
import { AccountIds } from '../saved-queries/saved-queries.dto.js';
import { PictureState } from './picture-state.dto.js';

function PictureName(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({
      type: 'string',
      nullable: true,
      required: false,
      minLength: 1,
      maxLength: 256,
      example: 'Help desk to tier zero',
      description: 'Null: it has none, and is deleted 30 days after its last change.',
    }),
    IsOptional(),
    isName,
  );
}

function State(required: boolean): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: () => PictureState, required }),
    ...(required ? [] : [MayBeAbsent()]),
    IsObject({ message: 'takes an object' }),
    ValidateNested(),
    Type(() => PictureState),
  );
}

export class CreatePictureRequest {
  @PictureName()
  readonly name?: string | null;

  @State(true)
  readonly state!: PictureState;
}

/** Absent properties stay unchanged. */
export class UpdatePictureRequest {
  @PictureName()
  readonly name?: string | null;

  @State(false)
  readonly state?: PictureState;
}

/** Replaces who can open the picture. */
export class SharePictureRequest {
  @ApiProperty({ required: false, default: false, description: 'Whether every account can open the picture.' })
  @IsOptional()
  @IsBoolean({ message: 'takes true or false' })
  readonly public?: boolean;

  @AccountIds('The accounts that can open the picture.')
  readonly user_ids?: string[];
}
