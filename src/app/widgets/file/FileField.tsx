/** Adds, shows and removes attachments. Pictures are scaled down before upload unless the field keeps the originals. */

import { type ReactNode, useRef, useState } from 'react';
import { acceptedExtensions, isFileNotAccepted } from '../../../core/form/types/files/kinds.ts';
import { getOwn } from '../../../core/json.ts';
import { localDigits } from '../../../core/text/letters.ts';
import { isApiError } from '../../data/errors.ts';
import { shrinkImage } from '../../data/files.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import { isLocalFile, useFormHost } from '../host.tsx';
import type { InputProps } from '../types.ts';
import { FileView } from './FileView.tsx';
import { fileKind, fileOptions } from './kinds.ts';
import { PickButton } from './PickButton.tsx';
import { formatClock, recordingLength } from './recordings.ts';
import { useUploads } from './useUploads.ts';

interface FileFieldProps {
  props: InputProps;
  /** Largest number of files, if neither definition nor schema sets it. */
  limit?: number;
  /** Renders our own recorder, in place of the device's. */
  recorder?: ((add: (file: File) => Promise<void>) => ReactNode) | undefined;
}

export function FileField({ props, limit: most = 100, recorder }: FileFieldProps) {
  const { t } = useWidgetTexts();
  const refs = useFormHost()?.refs;
  const { node } = props;
  const kind = fileKind(node.type);
  const options = fileOptions(node);
  const limit = Number(options.maxItems ?? node.schema.maxItems ?? most);
  const { ids, keyOf, uploads, refused, pick, remove } = usePicking(props, limit);
  const accept = acceptOf(node);
  const capture = 'capture' in kind && !recorder ? kind.capture : undefined;
  return (
    <div>
      {ids.length > 0 && (
        <ul className={kind.view === 'picture' ? 'am-pictures am-flow' : 'am-file-list am-flow'}>
          {ids.map((id) => (
            <li key={keyOf(id)} className={kind.view === 'picture' ? undefined : 'am-cluster'}>
              <FileView id={id} type={node.type} name={refs?.[id]?.name} />
              {isLocalFile(id) && getOwn(uploads.failed, id) !== undefined && (
                <p className="am-warning">
                  {getOwn(uploads.failed, id) || t('file.waiting')}{' '}
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
        <div className="am-cluster">
          {recorder?.((file) => pick([file]))}
          {capture && (
            <PickButton
              icon={capture.icon}
              label={t(capture.label)}
              accept={accept}
              capture={capture.from}
              onPick={(files) => void pick(files)}
            />
          )}
          <PickButton
            id={props.id}
            icon={kind.icon}
            label={t(kind.add)}
            accept={accept}
            multiple={limit > 1}
            aria-labelledby={props.labelledBy}
            aria-describedby={props.describedBy}
            aria-invalid={props.invalid || undefined}
            onPick={(files) => void pick(files)}
          />
        </div>
      )}
      {refused && (
        <p className="am-warning" role="alert">
          {refused}
        </p>
      )}
    </div>
  );
}

/** Returns what the question takes, as HTML writes it. */
function acceptOf(node: InputProps['node']): string | undefined {
  const kind = fileKind(node.type);
  return fileOptions(node).accept ?? ('accept' in kind ? kind.accept : undefined);
}

/** State of a question's files: ids, uploads, the last refusal, adding and removing. */
function usePicking(props: InputProps, limit: number) {
  const host = useFormHost();
  const refusal = useRefusal(props);
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
  const isPicture = fileKind(node.type).view === 'picture';
  const isOriginal = isPicture && node.def.keepPosition === true;
  const table = base.split('/')[1];
  /** The first id of each file that got another one by its upload. */
  const firstIds = useRef(new Map<string, string>());
  const keyOf = (id: string) => firstIds.current.get(id) ?? id;
  const uploads = useUploads(
    (before, after) => {
      if (before) firstIds.current.set(after, keyOf(before));
      put(before ? newest.current.map((id) => (id === before ? after : id)) : [...newest.current, after]);
    },
    host ? { form: host.form.form, field: table ? `${table}.${node.name}` : node.name } : undefined,
  );
  const pick = async (files: File[]) => {
    setRefused(undefined);
    const good: { blob: Blob; name: string }[] = [];
    for (const file of files.slice(0, Math.max(0, limit - ids.length))) {
      const blob = isPicture && !isOriginal ? await shrinkImage(file) : file;
      const reason = await refusal(blob, file.name);
      if (reason) setRefused(reason);
      else good.push({ blob, name: blob.type === 'image/jpeg' ? file.name.replace(/\.[^.]*$/, '.jpg') : file.name });
    }
    await uploads.send(good).catch((error: unknown) => {
      if (!isApiError(error)) throw error;
      setRefused(error.message);
    });
  };
  const remove = (id: string) => {
    put(ids.filter((one) => one !== id));
    void host?.files.drop(id);
  };
  return { ids, keyOf, uploads, refused, pick, remove };
}

/** Returns a function that says why a file is not taken; undefined if it is. */
function useRefusal({ node }: InputProps) {
  const { language } = useWidgets();
  const { t } = useWidgetTexts();
  const kind = fileKind(node.type);
  const { maxSize, maxLength } = fileOptions(node);
  const accept = acceptOf(node);
  return async (file: Blob, name: string): Promise<string | undefined> => {
    if (file.size > maxSize)
      return t('file.tooLarge', { name, limit: localDigits(Math.round(maxSize / 1024 / 1024), language) });
    if (!('wrong' in kind)) {
      const accepted = acceptedExtensions(accept).join(', ').toUpperCase();
      return isFileNotAccepted({ type: file.type, name }, accept) ? t('file.wrongKind', { name, accepted }) : undefined;
    }
    // Some devices do not tell the kind of a file.
    if (file.type && !file.type.startsWith(`${kind.view}/`)) return t(kind.wrong, { name });
    const length = maxLength && (await recordingLength(file, kind.view));
    // Recorders and cameras stop a moment late.
    return length && length > maxLength + 1
      ? t('file.tooLong', { name, limit: formatClock(maxLength, language) })
      : undefined;
  };
}
