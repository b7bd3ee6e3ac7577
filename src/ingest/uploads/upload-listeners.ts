import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../database/transaction.js';
import type { Upload } from './upload.js';

/** Hears of uploads that change their state, in the transaction that changes it. */
export interface UploadListener {
  /** @param upload as it is now */
  moved(upload: Upload, on: Transaction): Promise<void>;
}

/** Who wants to hear of uploads. Parts that those who read files do not know of add theirs when they are set up. */
@Injectable()
export class UploadListeners {
  private readonly listeners: UploadListener[] = [];

  add(listener: UploadListener): void {
    this.listeners.push(listener);
  }

  async tell(upload: Upload, on: Transaction): Promise<void> {
    for (const listener of this.listeners) await listener.moved(upload, on);
  }
}
