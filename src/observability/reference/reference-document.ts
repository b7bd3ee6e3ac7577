import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

/** Holds the OpenAPI document. It is made when it is first asked for: that takes a share of the time of a start, and few starts are asked for it. */
@Injectable()
export class ReferenceDocument {
  private make: (() => OpenAPIObject) | undefined;
  private json: string | undefined;

  /** @param make for the whole application, which is known after the controllers that serve the document */
  publish(make: () => OpenAPIObject): void {
    this.make = make;
  }

  get text(): string {
    if (!this.make) throw new Error('nobody has said how to make the OpenAPI document');
    this.json ??= JSON.stringify(this.make());
    return this.json;
  }
}
