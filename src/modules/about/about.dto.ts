import { ApiProperty } from '@nestjs/swagger';
import type { Capability } from '../../base/catalogue/capabilities.js';

class LoginProviderDto {
  @ApiProperty({ example: 'corporate-adfs', description: 'Part of the addresses of the provider.' })
  readonly slug!: string;

  @ApiProperty({ example: 'Corporate ADFS' })
  readonly name!: string;

  @ApiProperty({ enum: ['SAML'] })
  readonly type!: 'SAML';
}

export class AboutDto {
  @ApiProperty({ example: '1.2.0' })
  readonly version!: string;

  @ApiProperty({ enum: ['community', 'enterprise'] })
  readonly edition!: 'community' | 'enterprise';

  @ApiProperty({ type: [String], description: 'Names of the parts that the edition adds.' })
  readonly capabilities!: Capability[];

  @ApiProperty({ enum: ['password'], isArray: true, description: 'The ways to log in.' })
  readonly login_methods!: 'password'[];

  @ApiProperty({ type: [LoginProviderDto], description: 'Identity providers. Nobody can log in by one yet.' })
  readonly identity_providers!: LoginProviderDto[];
}
