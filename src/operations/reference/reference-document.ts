import { Injectable } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';

/** Holds the OpenAPI document: it is made once the whole application is known, after the controllers that serve it. */
@Injectable()
export class ReferenceDocument {
  private json: string | undefined;

  publish(document: OpenAPIObject): void {
    this.json = JSON.stringify(document);
  }

  get text(): string {
    if (this.json === undefined) throw new Error('the OpenAPI document has not been made yet');
    return this.json;
  }
}
