/** Data source of the inputs over the example data. It sends no requests. */
import { fold } from '../../../core/text/fold.ts';
import { memoryFiles } from '../../widgets/memoryFiles.ts';
import type { PickItem, WidgetSource } from '../../widgets/source.ts';
import { exampleData } from './exampleForms.ts';

const files = memoryFiles();
export const exampleFiles = files.keeper;

/** A small picture for photo fields. */
const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="180" height="140"><rect width="180" height="140" fill="#b4d2dd"/><path d="M0 110l50-50 35 35 40-60 55 75v30H0z" fill="#5f9fb5"/><circle cx="140" cy="30" r="14" fill="#e8a13c"/></svg>`;

export const exampleSource: WidgetSource = {
  provinces: async () => exampleData.provinces,
  districts: async (province) => exampleData.districts[province] ?? [],
  villages: async (district) => exampleData.villages[district] ?? [],
  places: async (ids) => exampleData.provinces.filter((place) => ids.includes(place.id)),
  choices: async (list) => exampleData.choices[list] ?? [],
  lookup: async () => [],
  records: async ({ forms, text }) => {
    const all =
      forms.length > 0 ? forms.flatMap((form) => exampleData.records[form] ?? []) : (exampleData.records.staff ?? []);
    return all.filter((item) => fold(textOf(item)).includes(fold(text)));
  },
  upload: files.upload,
  fileBlob: async (id) =>
    files.find(id) ?? (id === 'f-sound' ? sound() : new Blob([PICTURE], { type: 'image/svg+xml' })),
};

/** Returns one second of a quiet tone, as an 8-bit WAV file. */
function sound(): Blob {
  const rate = 8000;
  const head = new DataView(new ArrayBuffer(44));
  const put = (at: number, letters: string) =>
    [...letters].forEach((letter, index) => {
      head.setUint8(at + index, letter.charCodeAt(0));
    });
  put(0, 'RIFF');
  head.setUint32(4, 36 + rate, true);
  put(8, 'WAVEfmt ');
  head.setUint32(16, 16, true);
  head.setUint16(20, 1, true);
  head.setUint16(22, 1, true);
  head.setUint32(24, rate, true);
  head.setUint32(28, rate, true);
  head.setUint16(32, 1, true);
  head.setUint16(34, 8, true);
  put(36, 'data');
  head.setUint32(40, rate, true);
  const wave = Uint8Array.from({ length: rate }, (_, at) => 128 + 24 * Math.sin((at * 440 * 2 * Math.PI) / rate));
  return new Blob([head, wave], { type: 'audio/wav' });
}

function textOf(item: PickItem): string {
  return [item.name, item.name_fa, item.name_ps, item.code].filter(Boolean).join(' ');
}
