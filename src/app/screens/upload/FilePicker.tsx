/** Takes files by button, keyboard or drag and drop. */
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolateName } from '../../../core/text/languages.ts';
import { number } from '../../data/words.ts';
import { Icon } from '../../theme/Icon.tsx';
import type { ChosenFile } from './sheets.ts';
import classes from './Upload.module.css';

/** In bytes. The server enforces the same limit. */
const LARGEST = 5 * 1024 * 1024;

interface Props {
  /** Endings and types that the browser offers. */
  accept: string;
  busy: boolean;
  /** Several files may be chosen at once. */
  isMany?: boolean;
  label?: string;
  /** Files that were dropped before, elsewhere. */
  first?: readonly File[] | undefined;
  onChoose: (files: ChosenFile[]) => void;
}

export function FilePicker({ accept, busy, isMany = false, label, first, onChoose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [over, setOver] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const give = async (all: Iterable<File>) => {
    const files = [...all].slice(0, isMany ? undefined : 1);
    if (files.length === 0 || busy) return;
    const large = files.find(({ size }) => size > LARGEST);
    setRefused(
      large ? t('upload.tooLarge', { name: isolateName(large.name), limit: number(LARGEST / 1024 / 1024) }) : null,
    );
    if (!large) onChoose(await chosenFiles(files));
  };
  const start = useRef(give);
  useEffect(() => {
    if (first) void start.current(first);
  }, [first]);
  return (
    <>
      <label
        htmlFor={id}
        className={`${classes.drop} am-sunken am-measure am-pad-4 am-drop am-cluster am-amid`}
        data-over={over || undefined}
        data-busy={busy || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          void give(event.dataTransfer.files);
        }}
      >
        <Icon name="file-spreadsheet" size={22} />
        <span>{label ?? t('upload.choose')}</span>
        {/* The browser's own input has words that are not in the user's language. The frame around it is the button. */}
        <input
          id={id}
          className="am-visually-hidden"
          type="file"
          accept={accept}
          multiple={isMany}
          disabled={busy}
          onChange={async ({ currentTarget }) => {
            await give(currentTarget.files ?? []);
            // Allows choosing the same file again after it was corrected.
            currentTarget.value = '';
          }}
        />
      </label>
      {refused && (
        <p className="am-small am-wrong" role="alert">
          {refused}
        </p>
      )}
    </>
  );
}

/** Returns the files as they are now: somebody may go on writing in them. */
function chosenFiles(files: readonly File[]): Promise<ChosenFile[]> {
  return Promise.all(files.map(async (file) => ({ name: file.name, content: new Blob([await file.arrayBuffer()]) })));
}

/** Progress of what takes a while; `share` from 0 to 1 where it is known. */
export function WorkProgress({ label, share }: { label: string; share?: number | undefined }) {
  return (
    <div className="am-gap-1 am-measure am-above-3 am-stack" role="status">
      <span>{label}</span>
      <progress aria-label={label} value={share} />
    </div>
  );
}
