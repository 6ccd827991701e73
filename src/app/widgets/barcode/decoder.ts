/**
 * Reads codes in a picture: with the browser's own BarcodeDetector where it has one (mostly phones), else with zxing in a worker,
 * which is loaded only then.
 */

/** Returns the text of a code; undefined if there is none in the picture. */
export type Decoder = (video: HTMLVideoElement) => Promise<string | undefined>;

/** What we use of an interface that TypeScript does not know yet. */
interface Detector {
  detect(video: HTMLVideoElement): Promise<{ rawValue: string }[]>;
}
type DetectorClass = { new (): Detector; getSupportedFormats(): Promise<string[]> };

/** The worker, if there is one, lives until `signal` ends it. */
export async function openDecoder(signal: AbortSignal): Promise<Decoder> {
  const Own = (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;
  // Some systems have the interface and nothing behind it.
  if (!Own || (await Own.getSupportedFormats()).length === 0) return workerDecoder(signal);
  const detector = new Own();
  return async (video) => (await detector.detect(video))[0]?.rawValue;
}

function workerDecoder(signal: AbortSignal): Decoder {
  const worker = new Worker(new URL('./zxing.worker.ts', import.meta.url), { type: 'module' });
  signal.addEventListener('abort', () => worker.terminate());
  const isMissing = new Promise<never>((_, reject) => {
    worker.onerror = () => reject(new Error('the reader of codes could not be loaded'));
  });
  // Told by the first look, which may begin later.
  isMissing.catch(() => undefined);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true })!;
  return (video) => {
    const [width, height] = [video.videoWidth, video.videoHeight];
    if (width === 0) return Promise.resolve(undefined);
    Object.assign(canvas, { width, height });
    context.drawImage(video, 0, 0);
    const picture = context.getImageData(0, 0, width, height);
    const look = new Promise<string | undefined>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<string | Error>) =>
        data instanceof Error ? reject(data) : resolve(data || undefined);
      worker.postMessage(picture, [picture.data.buffer]);
    });
    return Promise.race([look, isMissing]);
  };
}
