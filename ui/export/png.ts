/** Pixels of the image for each pixel of the picture. */
const DENSITY = 2;
/** Of the longer side: browsers refuse larger ones. */
const LONGEST = 16_000;

/** Draws a picture as an image. @throws Error if the browser cannot */
export async function pngOf(svg: string, width: number, height: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const density = Math.min(DENSITY, LONGEST / Math.max(width, height));
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [Math.ceil(width * density), Math.ceil(height * density)];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (!blob) throw new Error('The browser cannot draw an image of this size.');
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}
