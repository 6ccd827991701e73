/** Packs texts as a ZIP archive while they are written, so that a long one needs no more memory than a short one. */
import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';

/** 1980-01-01, the earliest date in a ZIP archive, so that the same content gives the same bytes. */
const UNDATED = { mtime: new Date(1980, 0, 1), forceDosTimestamp: true };

/** Each part is read when those before it are packed. */
export function archiveStream(
  parts: readonly (readonly [name: string, text: Iterable<string> | AsyncIterable<string>])[],
): Readable {
  const archive = new ZipFile();
  const output = archive.outputStream as Readable;
  let open: Readable | undefined;
  for (const [name, text] of parts)
    archive.addReadStreamLazy(name, UNDATED, (begin) => {
      open = Readable.from(text, { objectMode: false });
      // The archive does not pass on errors of its source or the end of its reader.
      open.on('error', (error) => output.destroy(error));
      begin(null, open);
    });
  output.on('close', () => open?.destroy());
  archive.end();
  return output;
}
