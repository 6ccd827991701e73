/** Saves a downloaded file through the browser, with a toast that shows the progress. */

import i18next from 'i18next';
import { deviceClock } from '../../data/deviceClock.ts';
import type { DownloadedFile } from '../../data/types.ts';
import { number } from '../../data/words.ts';
import { NOTE_TIMES } from '../../shell/toasts/noteTimes.ts';
import { toasts } from '../../shell/toasts/toast.tsx';

export function saveFileToDevice({ blob, name }: DownloadedFile, fallback: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name ?? fallback;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Returns a file name with the day of the device. */
export function fileNameWithDay(begin: string, extension: string): string {
  return `${begin}-${deviceClock.today()}.${extension}`;
}

/** Runs a download with a toast that shows its progress. The final message, also of a failure, closes after five seconds. */
export async function downloadWithProgress(
  start: (onProgress: (share: number | null, bytes: number) => void) => Promise<DownloadedFile>,
  fallback: string,
  failureText: (error: unknown) => string,
): Promise<void> {
  const notifications = await toasts();
  const id = notifications.show({
    loading: true,
    autoClose: false,
    withBorder: true,
    role: 'status',
    closeButtonProps: { 'aria-label': i18next.t('close') },
    message: i18next.t('download.preparing'),
  });
  try {
    const file = await start((share, bytes) =>
      notifications.update({
        id,
        loading: true,
        autoClose: false,
        message:
          share === null
            ? i18next.t('download.running', { size: number(bytes / 1_000_000, 1) })
            : i18next.t('download.share', { share: number(Math.round(share * 100)) }),
      }),
    );
    saveFileToDevice(file, fallback);
    const message = i18next.t('download.done');
    notifications.update({ id, loading: false, autoClose: NOTE_TIMES.usual, color: 'teal', message });
  } catch (error) {
    const message = failureText(error);
    notifications.update({ id, loading: false, autoClose: NOTE_TIMES.usual, color: 'red', role: 'alert', message });
  }
}
