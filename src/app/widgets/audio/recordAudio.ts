/** Enough for a voice: a quarter of a megabyte a minute. */
const BITS_PER_SECOND = 32_000;
/** Milliseconds between two parts, and bytes that a part may add. */
const PART = 1000;
const PART_SIZE = 64 * 1024;

export interface RecordingLimits {
  /** In bytes. */
  maxSize: number;
  /** In seconds. */
  maxLength: number;
}

interface Recording extends RecordingLimits {
  stop: AbortSignal;
  discard: AbortSignal;
  /** Called at the start and then several times a second, with the seconds that passed. */
  onTime: (seconds: number) => void;
}

/**
 * Records the microphone until `stop` or a limit ends it. Resolves with nothing when `discard` does. The microphone is switched
 * off in any case.
 */
export async function recordAudio({ maxSize, maxLength, stop, discard, onTime }: Recording): Promise<File | undefined> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  let timer: ReturnType<typeof setInterval> | undefined;
  try {
    if (discard.aborted) return undefined;
    const recorder = new MediaRecorder(stream, { audioBitsPerSecond: BITS_PER_SECOND });
    const end = () => {
      if (recorder.state !== 'inactive') recorder.stop();
    };
    const parts: Blob[] = [];
    let size = 0;
    recorder.ondataavailable = ({ data }) => {
      parts.push(data);
      size += data.size;
      if (size + PART_SIZE > maxSize) end();
    };
    const isEnded = new Promise((resolve) => {
      recorder.onstop = resolve;
    });
    for (const signal of [stop, discard]) signal.addEventListener('abort', end);
    recorder.start(PART);
    const begun = performance.now();
    onTime(0);
    timer = setInterval(() => {
      const passed = (performance.now() - begun) / 1000;
      onTime(Math.min(passed, maxLength));
      if (passed >= maxLength) end();
    }, PART / 5);
    await isEnded;
    return discard.aborted ? undefined : new File(parts, 'recording', { type: recorder.mimeType });
  } finally {
    clearInterval(timer);
    for (const track of stream.getTracks()) track.stop();
  }
}
