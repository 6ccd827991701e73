/**
 * Uploads pictures to an album, two at a time. Each is stored on its own, so a lost connection loses nothing already sent.
 * The key made with each picture makes retries harmless. Failed ones wait and continue when the connection is back.
 */

import { v4 } from 'uuid';
import type { FormEntry } from '../../../core/generated/api.ts';
import { kabulDay } from '../../../core/text/dates.ts';
import { isApiError } from '../../data/errors.ts';
import { shrinkImage } from '../../data/files.ts';
import { source } from '../../data/source.ts';
import { watchedValue } from '../../data/watchedValue.ts';
import { type Captions, captionAnswers } from './captions.ts';
import { albumField, type PictureParts } from './galleryForms.ts';

const AT_ONCE = 2;

export interface ImageTexts {
  title: string;
  captions: Captions;
  /** ISO day. If empty, each picture uses its own day. */
  day: string;
}

export interface UploadItem {
  key: string;
  name: string;
  file: File;
  /** Object URL of the local picture, while it is shown. */
  preview: string;
  /** Progress from 0 to 1. */
  share: number;
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Error message. Empty if there was no response. */
  reason: string;
  texts: ImageTexts;
  /** Id of the attachment, once it is uploaded. */
  stored?: string;
}

interface Options {
  /** The form of the pictures. */
  images: FormEntry;
  picture: PictureParts;
  album: string;
  /** Called when no upload is waiting or running. */
  onIdle: () => void;
}

export class UploadQueue {
  readonly #items = watchedValue<readonly UploadItem[]>([]);
  readonly #options: Options;
  readonly #stops = new Map<string, AbortController>();

  constructor(options: Options) {
    this.#options = options;
  }

  readonly subscribe = this.#items.subscribe;
  readonly items = this.#items.get;

  add(files: readonly File[], texts: ImageTexts) {
    const added = files.map(
      (file): UploadItem => ({
        key: v4(),
        name: file.name,
        file,
        preview: URL.createObjectURL(file),
        share: 0,
        state: 'waiting',
        reason: '',
        texts,
      }),
    );
    this.#set([...this.items(), ...added]);
    this.#next();
  }

  /** Retries the failed items that `isMeant` selects. */
  retry(isMeant: (item: UploadItem) => boolean = () => true) {
    const isAgain = (item: UploadItem) => item.state === 'failed' && isMeant(item);
    if (!this.items().some(isAgain)) return;
    this.#set(this.items().map((item) => (isAgain(item) ? { ...item, state: 'waiting' } : item)));
    this.#next();
  }

  /** Removes items and aborts those being uploaded. */
  remove(isGone: (item: UploadItem) => boolean) {
    for (const item of this.items().filter(isGone)) {
      this.#stops.get(item.key)?.abort();
      URL.revokeObjectURL(item.preview);
    }
    this.#set(this.items().filter((item) => !isGone(item)));
  }

  readonly #set = this.#items.set;

  #change(key: string, patch: Partial<UploadItem>) {
    this.#set(this.items().map((item) => (item.key === key ? { ...item, ...patch } : item)));
  }

  #next() {
    const running = this.items().filter(({ state }) => state === 'sending').length;
    const waiting = this.items().filter(({ state }) => state === 'waiting');
    for (const item of waiting.slice(0, Math.max(0, AT_ONCE - running))) void this.#send(item);
    if (running === 0 && waiting.length === 0) this.#options.onIdle();
  }

  async #send(item: UploadItem) {
    const stop = new AbortController();
    this.#stops.set(item.key, stop);
    this.#change(item.key, { state: 'sending', share: 0, reason: '' });
    try {
      const stored = item.stored ?? (await this.#upload(item, stop.signal));
      if (stop.signal.aborted) return;
      await this.#store(item, stored);
      this.#change(item.key, { state: 'done', share: 1 });
    } catch (error) {
      if (stop.signal.aborted) return;
      const reason = isApiError(error) && error.status !== 0 ? error.message : '';
      this.#change(item.key, { state: 'failed', share: 0, reason });
    } finally {
      this.#stops.delete(item.key);
      this.#next();
    }
  }

  async #upload({ key, file, name }: UploadItem, signal: AbortSignal): Promise<string> {
    const small = await shrinkImage(file);
    const storedName = small.type === 'image/jpeg' ? name.replace(/\.[^.]*$/, '.jpg') : name;
    const onProgress = (share: number) => this.#change(key, { share: share * 0.95 });
    const { id } = await source.uploadFile(small, storedName, onProgress, signal);
    this.#change(key, { stored: id });
    return id;
  }

  async #store({ key, file, texts: { title, captions, day } }: UploadItem, image: string) {
    const { images, picture, album } = this.#options;
    const answers = {
      client_id: key,
      [albumField(images)]: album,
      ...(picture.title && { [picture.title.name]: title }),
      ...captionAnswers(picture, captions),
      ...(picture.day && { [picture.day.name]: day || kabulDay(new Date(file.lastModified)) }),
      ...(picture.file !== undefined && { [picture.file]: [image] }),
    };
    await source.store(images.api, answers, key);
  }
}
