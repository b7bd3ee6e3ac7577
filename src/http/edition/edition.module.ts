import { Global, Module } from '@nestjs/common';
import { Settings } from '../../base/config/settings.js';
import { Capabilities } from '../../base/capabilities.js';

@Global()
@Module({
  providers: [
    { provide: Capabilities, inject: [Settings], useFactory: ({ edition }: Settings) => new Capabilities(edition) },
  ],
  exports: [Capabilities],
})
export class EditionModule {}
