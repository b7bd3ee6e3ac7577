/** An answer that clients save as a file of any size. The first part is made before anything is sent, so that errors are sent as such. */
export class FileAnswer {
  constructor(
    readonly name: string,
    readonly parts: AsyncGenerator<Buffer, void, undefined>,
  ) {}
}

export const fileType = 'application/octet-stream';
