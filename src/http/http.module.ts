import { Global, Module } from '@nestjs/common';
import { RateLimits } from './limits/rate-limits.js';

@Global()
@Module({ providers: [RateLimits], exports: [RateLimits] })
export class HttpModule {}
