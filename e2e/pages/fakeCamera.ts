/** A camera for Chromium that sees one code. */
import { writeFileSync } from 'node:fs';
import encodeQR from 'qr';

const WIDTH = 640;
const HEIGHT = 480;
/** Picture points of one square of the code. */
const SQUARE = 8;

/** Writes a film of one still picture of a QR code, as raw video (YUV4MPEG2), and returns the flags that make it the camera. */
export function fakeCamera(path: string, text: string): string[] {
  const code = encodeQR(text, 'raw');
  const [left, top] = [(WIDTH - code.length * SQUARE) / 2, (HEIGHT - code.length * SQUARE) / 2];
  const light = Buffer.alloc(WIDTH * HEIGHT, 235);
  for (let y = 0; y < HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++)
      if (code[Math.floor((y - top) / SQUARE)]?.[Math.floor((x - left) / SQUARE)]) light[y * WIDTH + x] = 16;
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);
  const head = Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\n`);
  const frame = [Buffer.from('FRAME\n'), light, colour];
  writeFileSync(path, Buffer.concat([head, ...frame, ...frame]));
  return ['--use-fake-device-for-media-stream', `--use-file-for-fake-video-capture=${path}`];
}
