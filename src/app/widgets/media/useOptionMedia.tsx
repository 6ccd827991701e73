/** The picture of an option, with buttons that show it large and play the option's sound. */
import type { ReactNode } from 'react';
import type { Field } from '../../../core/definitions/types.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useDefinitionText, useWidgetTexts } from '../environment.tsx';
import { SoundButton } from './SoundButton.tsx';
import { usePictureBox } from './usePictureBox.tsx';

type Option = NonNullable<Field['options']>[number];

interface OptionMedia {
  /** Undefined if the option has no picture. */
  picture: ReactNode;
  /** Undefined if it has neither picture nor sound. */
  buttons: ReactNode;
  /** The picture in full size while it is open. */
  large: ReactNode;
}

export function useOptionMedia({ label, media }: Pick<Option, 'label' | 'media'>): OptionMedia {
  const { fill } = useWidgetTexts();
  const name = useDefinitionText()(label);
  const { picture, large, open } = usePictureBox(media ?? {});
  const buttons = media && (
    <span className="am-media-buttons am-flow">
      {picture && (
        <button type="button" className="am-icon-button" aria-label={fill('file.look', { name })} onClick={open}>
          <Icon name="zoom-in" />
        </button>
      )}
      {media.audio && <SoundButton audio={media.audio} name={name} />}
    </span>
  );
  return { picture, buttons, large };
}
