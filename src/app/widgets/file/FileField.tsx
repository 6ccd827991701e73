/** Adds, shows and removes attachments. Pictures are scaled down before upload unless the field keeps the originals. */
import { useId, useRef, useState } from 'react';
import { localDigits } from '../../../core/text/digits.ts';
import { shrink } from '../../data/files.ts';
import { onDemand } from '../../data/onDemand.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { useWidgets, useWords } from '../environment.tsx';
import { isLocalFile, useFormHost } from '../host.tsx';
import type { InputProps } from '../types.ts';
import { useFile } from './useFile.ts';
import { useUploads } from './useUploads.ts';

const PictureDialog = onDemand(() => import('./PictureDialog.tsx'));

/** Largest file in bytes, if the definition does not set `maxSize`. */
const LARGEST = 10 * 1024 * 1024;

interface FileOptions {
  accept?: string;
  /** In bytes. */
  maxSize?: number;
  maxItems?: number;
}

interface FileFieldProps {
  props: InputProps;
  pictures?: boolean;
  /** Largest number of files, if neither definition nor schema sets it. */
  limit?: number;
}

export function FileField({ props, pictures, limit: most = 100 }: FileFieldProps) {
  const { t } = useWords();
  const refs = useFormHost()?.refs;
  const options = (props.node.def['ui:options'] ?? {}) as FileOptions;
  const limit = Number(options.maxItems ?? props.node.schema.maxItems ?? most);
  const { ids, uploads, refused, pick, remove } = usePicking(props, pictures, limit, options.maxSize ?? LARGEST);
  return (
    <div className="am-files">
      {ids.length > 0 && (
        <ul className={pictures ? 'am-pictures' : 'am-file-list'}>
          {ids.map((id) => (
            <li key={id}>
              <FileView id={id} pictures={pictures} name={refs?.[id]?.name} />
              {isLocalFile(id) && uploads.failed[id] !== undefined && (
                <p className="am-warning">
                  {uploads.failed[id] || t('file.waiting')}{' '}
                  <button type="button" className="am-link" onClick={() => void uploads.retry(id)}>
                    {t('retry')}
                  </button>
                </p>
              )}
              {!props.disabled && (
                <button
                  type="button"
                  className="am-icon-button am-remove"
                  aria-label={t('file.remove')}
                  onClick={() => remove(id)}
                >
                  <Icon name="trash" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {uploads.sending.map(({ key, name, share }) => (
        <div key={key} className="am-sending">
          <span>
            <bdi>{name}</bdi>
          </span>
          <progress value={share} max={1} aria-label={t('file.sending', { name })} />
        </div>
      ))}
      {!props.disabled && ids.length < limit && (
        <label className="am-button am-pick" data-invalid={props.invalid || undefined}>
          <Icon name={pictures ? 'photo' : 'paperclip'} /> {t(pictures ? 'file.addPicture' : 'file.add')}
          <input
            id={props.id}
            className="am-visually-hidden"
            type="file"
            multiple={limit > 1}
            accept={options.accept ?? (pictures ? 'image/*' : undefined)}
            aria-labelledby={props.labelledBy}
            aria-describedby={props.describedBy}
            aria-invalid={props.invalid || undefined}
            onChange={({ target }) => {
              const files = [...(target.files ?? [])];
              // Empty the input, so that the same file can be picked again.
              target.value = '';
              void pick(files);
            }}
          />
        </label>
      )}
      {refused && (
        <p className="am-warning" role="alert">
          {refused}
        </p>
      )}
    </div>
  );
}

/** State of a question's files: ids, uploads, the last refusal, adding and removing. `largest` is in bytes. */
function usePicking(props: InputProps, pictures: boolean | undefined, limit: number, largest: number) {
  const { language } = useWidgets();
  const { t } = useWords();
  const host = useFormHost();
  const [refused, setRefused] = useState<string>();
  const { node, base, value, onChange } = props;
  const ids = Array.isArray(value) ? (value as string[]) : [];
  // Uploads end at different times. Each must change the newest list, not the one of this render.
  const newest = useRef(ids);
  newest.current = ids;
  const put = (next: string[]) => {
    newest.current = next;
    onChange(next.length > 0 ? next : undefined);
  };
  const isOriginal = pictures && node.def.keepPosition === true && host !== null;
  const table = base.split('/')[1];
  const uploads = useUploads(
    (before, after) =>
      put(before ? newest.current.map((id) => (id === before ? after : id)) : [...newest.current, after]),
    isOriginal ? { form: host.form.form, field: table ? `${table}.${node.name}` : node.name } : undefined,
  );
  const pick = async (files: File[]) => {
    setRefused(undefined);
    const good: { blob: Blob; name: string }[] = [];
    for (const file of files.slice(0, Math.max(0, limit - ids.length))) {
      const blob = pictures && !isOriginal ? await shrink(file) : file;
      if (blob.size > largest) {
        const most = localDigits(Math.round(largest / 1024 / 1024), language);
        setRefused(t('file.tooLarge', { name: file.name, limit: most }));
        continue;
      }
      good.push({ blob, name: blob.type === 'image/jpeg' ? file.name.replace(/\.[^.]*$/, '.jpg') : file.name });
    }
    await uploads.send(good);
  };
  const remove = (id: string) => {
    put(ids.filter((one) => one !== id));
    void host?.files.drop(id);
  };
  return { ids, uploads, refused, pick, remove };
}

export function FileView({ id, pictures, name }: { id: string; pictures?: boolean; name?: string | undefined }) {
  const { t } = useWords();
  const [wanted, setWanted] = useState(pictures === true);
  return wanted ? (
    <Loaded id={id} pictures={pictures} name={name} />
  ) : (
    <button type="button" className="am-link am-file-name" onClick={() => setWanted(true)}>
      <Icon name="file" /> <bdi>{name ?? t('file.open')}</bdi>
    </button>
  );
}

function Loaded({ id, pictures, name }: { id: string; pictures?: boolean; name?: string | undefined }) {
  const { t } = useWords();
  const caption = useId();
  const [large, setLarge] = useState(false);
  const file = useFile(id, pictures ? 'thumb' : undefined);
  const words = name ?? file.name ?? t(pictures ? 'file.picture' : 'file.file');
  if (file.failed) return <p className="am-warning">{t('file.unreadable', { name: words })}</p>;
  if (!file.url) return <span className="am-picture-wait" role="status" aria-label={t('choice.loading')} />;
  return pictures ? (
    <>
      <button type="button" className="am-picture-button" onClick={() => setLarge(true)}>
        <img src={file.url} alt={t('file.look', { name: words })} className="am-picture" />
      </button>
      {large && <PictureDialog id={id} name={words} onClose={() => setLarge(false)} />}
    </>
  ) : (
    <a id={caption} href={file.url} download={words} className="am-file-name">
      <Icon name="download" /> <bdi>{words}</bdi>
    </a>
  );
}
