/**
 * Pictures: their size when they come in, a small copy when one is asked for. The library is loaded with the first one. A
 * small file may unfold to a large picture, so one at a time is unfolded.
 */
import { boundedQueue } from './queue.ts';

const THUMB = 480;
/** A small file that unfolds to a huge picture is refused. */
const MOST_PIXELS = 100_000_000;

export const THUMB_TYPE = 'image/webp';

/** A page of pictures asks for many thumbs at once; they wait for each other. */
export const unfolding = boundedQueue({ atOnce: 1, waiting: 200 });

async function sharpOf(path: string) {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.concurrency(1);
  return sharp(path, { limitInputPixels: MOST_PIXELS, failOn: 'error', animated: false });
}

export interface Measured {
  width: number;
  height: number;
  /** Which side the camera held up, 1 to 8. */
  orientation: number;
}

/** Width and height as a person sees them (turned as the camera says); null when it is no picture. */
export async function measure(path: string): Promise<Measured | null> {
  try {
    const { width, height, orientation = 1 } = await (await sharpOf(path)).metadata();
    if (!width || !height || width * height > MOST_PIXELS) return null;
    return orientation >= 5 ? { width: height, height: width, orientation } : { width, height, orientation };
  } catch {
    // A file that begins like a picture and is none.
    return null;
  }
}

/** Writes a small copy without the camera's data; false when the picture cannot be read. To be done when `unfolding` says. */
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
