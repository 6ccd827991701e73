/**
 * Measures uploaded pictures and makes thumbnails on request. The library is loaded with the first picture. A small file
 * may decode to a large picture, so only one is decoded at a time.
 */
import { boundedQueue } from './queue.ts';

const THUMB = 480;
/** Larger pictures are refused, because even a small file can decode to a huge picture. */
const MOST_PIXELS = 100_000_000;

export const THUMB_TYPE = 'image/webp';

/** Queue for decoding. A page of pictures asks for many thumbnails at once. */
export const decodeQueue = boundedQueue({ atOnce: 1, waiting: 200 });

async function sharpOf(path: string) {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false });
}

export interface ImageSize {
  width: number;
  height: number;
  /** Exif orientation, 1 to 8. */
  orientation: number;
}

/** Returns width and height as people see them, after rotation. Null if the file cannot be read, undefined if it has too many pixels. */
export async function measureImage(path: string): Promise<ImageSize | null | undefined> {
  try {
    const { width, height, orientation = 1 } = await (await sharpOf(path)).metadata();
    if (!width || !height) return null;
    if (width * height > MOST_PIXELS) return undefined;
    return orientation >= 5 ? { width: height, height: width, orientation } : { width, height, orientation };
  } catch (error) {
    // The file starts like a picture, but is not a whole one; or the library refuses its size itself.
    return /pixel limit/.test(String(error)) ? undefined : null;
  }
}

/** Writes a thumbnail without camera metadata. Returns false if the picture cannot be read. Must run in `decodeQueue`. */
export async function writeThumb(from: string, to: string): Promise<boolean> {
  try {
    await (await sharpOf(from))
      .rotate()
      .resize(THUMB, THUMB, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 78 })
      .toFile(to);
    return true;
  } catch {
    return false;
  }
}
