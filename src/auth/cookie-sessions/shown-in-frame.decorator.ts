import { Reflector } from '@nestjs/core';

/** Of a handler whose answer the page shows in a frame: a frame sends the cookie without a header of the page. */
export const ShownInFrame = Reflector.createDecorator<true>();
