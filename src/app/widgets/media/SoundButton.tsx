/** Plays the sound of a question or an option, and stops it. Nothing is loaded before it is pressed. */
import { useEffect, useId, useState } from 'react';
import type { Media } from '../../../core/definitions/media.ts';
import { Icon } from '../../theme/Icon.tsx';
import { useWidgetTexts } from '../environment.tsx';
import { playSound, stopSound, useIsPlaying } from './sounds.ts';
import { useMediaUrl } from './useMedia.ts';

interface Props {
  audio: NonNullable<Media['audio']>;
  /** What the sound belongs to. */
  name: string;
  /** Shows the word beside the icon. */
  isWorded?: boolean;
}

export function SoundButton({ audio, name, isWorded = false }: Props) {
  const { t, fill } = useWidgetTexts();
  const owner = useId();
  const load = useMediaUrl();
  const isPlaying = useIsPlaying(owner);
  const [state, setState] = useState<'loading' | 'failed'>();
  useEffect(() => () => stopSound(owner), [owner]);
  const press = async () => {
    if (isPlaying) return stopSound(owner);
    setState('loading');
    try {
      await playSound(owner, await load(audio));
      setState(undefined);
    } catch (error) {
      console.warn('a sound could not be played', error);
      setState('failed');
    }
  };
  return (
    <>
      <button
        type="button"
        className={isWorded ? 'am-button' : 'am-icon-button'}
        aria-label={fill(isPlaying ? 'media.stop' : 'media.play', { name })}
        aria-busy={state === 'loading' || undefined}
        onClick={() => void press()}
      >
        <Icon name={isPlaying ? 'player-stop' : 'volume'} />
        {isWorded && t(isPlaying ? 'audio.stop' : 'media.listen')}
      </button>
      <output className={state === 'failed' ? 'am-warning' : 'am-visually-hidden'}>
        {state === 'failed' && t('media.silent')}
      </output>
    </>
  );
}
