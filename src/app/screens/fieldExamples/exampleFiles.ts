/** Small files for the questions that show or play them, made by the browser. */
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="180" height="140"><rect width="180" height="140" fill="#b4d2dd"/><path d="M0 110l50-50 35 35 40-60 55 75v30H0z" fill="#5f9fb5"/><circle cx="140" cy="30" r="14" fill="#e8a13c"/></svg>`;

/** Returns the file that the example answers name; a picture for all that are not played. */
export async function exampleFile(id: string): Promise<Blob> {
  if (id === 'f-sound') return sound();
  return id === 'f-film' ? film() : new Blob([PICTURE], { type: 'image/svg+xml' });
}

/** What a WAV file of 8000 bytes begins with: one channel, 8000 samples a second, a byte each. */
const WAV_HEAD = [0x46464952, 8036, 0x45564157, 0x20746d66, 16, 0x10001, 8000, 8000, 0x80001, 0x61746164, 8000];

/** Returns one second of a quiet tone. */
function sound(): Blob {
  const wave = Uint8Array.from({ length: 8000 }, (_, at) => 128 + 24 * Math.sin((at * 440 * 2 * Math.PI) / 8000));
  return new Blob([Uint32Array.from(WAV_HEAD), wave], { type: 'audio/wav' });
}

/** Returns half a second of a moving square. */
async function film(): Promise<Blob> {
  const canvas = Object.assign(document.createElement('canvas'), { width: 160, height: 120 });
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = '#e8a13c';
  const recorder = new MediaRecorder(canvas.captureStream());
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.start();
  for (let left = 0; left < 100; left += 10) {
    pen.clearRect(0, 0, 160, 120);
    pen.fillRect(left, 40, 40, 40);
    await new Promise((done) => setTimeout(done, 50));
  }
  await new Promise((done) => {
    recorder.onstop = done;
    recorder.stop();
  });
  return new Blob(parts, { type: recorder.mimeType });
}
