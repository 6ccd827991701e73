/** Picture and sound beside a question. */
import type { Media } from '../../../core/definitions/media.ts';
import { useDefinitionText, useWidgetTexts } from '../environment.tsx';
import { SoundButton } from './SoundButton.tsx';
import { usePictureBox } from './usePictureBox.tsx';

export function QuestionMedia({ media, label }: { media: Media; label: string }) {
  const { fill } = useWidgetTexts();
  const say = useDefinitionText();
  const { picture, large, open } = usePictureBox(media);
  return (
    <div className="am-media am-cluster">
      {picture && (
        <button
          type="button"
          className="am-picture-button"
          aria-label={fill('file.look', { name: say(media.alt) })}
          onClick={open}
        >
          {picture}
        </button>
      )}
      {media.audio && <SoundButton audio={media.audio} name={label} isWorded />}
      {large}
    </div>
  );
}
