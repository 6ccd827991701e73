/**
 * Reads a code with zxing-cpp compiled to WebAssembly. In a worker, because the page's policy forbids WebAssembly: only this file is
 * sent with a policy that allows it (src/server/http/responses.ts).
 */
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader';
import wasm from 'zxing-wasm/reader/zxing_reader.wasm?url';

// From our own server. The package would ask a foreign one.
prepareZXingModule({ overrides: { locateFile: () => wasm } });

self.onmessage = async ({ data }: MessageEvent<ImageData>) => {
  try {
    const [found] = await readBarcodes(data, { maxNumberOfSymbols: 1 });
    self.postMessage(found?.text ?? '');
  } catch (error) {
    self.postMessage(error);
  }
};
