import { Injectable } from '@nestjs/common';

/** Something that wants to be looked after every few seconds. Two processes may do it at once, where one has just lost the other. */
export interface RegularWork {
  /** @returns when it wants to be done again, where that is sooner than what is usual */
  run(signal: AbortSignal): Promise<Date | null>;
}

/** What is regularly done by the processes that run tasks. Parts that those who run tasks do not know of add theirs when they are set up. */
@Injectable()
export class RegularWorks {
  private readonly works: RegularWork[] = [];

  add(work: RegularWork): void {
    this.works.push(work);
  }

  /** In the order in which they were added. */
  list(): readonly RegularWork[] {
    return this.works;
  }
}
