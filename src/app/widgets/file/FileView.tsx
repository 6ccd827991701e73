/** Shows one stored or waiting file: a picture, a player that is loaded on demand, or a link. */
import { useState } from 'react';
import type { FieldTypeName } from '../../../core/definitions/types.ts';
import { lazyComponent } from '../../data/onDemand.tsx';
import { Icon } from '../../theme/Icon.tsx';
import { useWidgetTexts } from '../environment.tsx';
import { FileOnOtherDevice } from './FileOnOtherDevice.tsx';
import { fileKind } from './kinds.ts';
import { loadLength } from './recordings.ts';
import { useStoredFile } from './useFile.ts';

const PictureDialog = lazyComponent(() => import('./PictureDialog.tsx'));

interface FileViewProps {
  id: string;
  type: FieldTypeName;
  name?: string | undefined;
}

export function FileView(props: FileViewProps) {
  const { t } = useWidgetTexts();
  const { view, name: word } = fileKind(props.type);
  const [isWanted, setWanted] = useState(view === 'picture');
  if (isWanted) return <Loaded {...props} />;
  const name = props.name ?? t(view === 'link' ? 'file.open' : word);
  return (
    <button
      type="button"
      className="am-file-name am-gap-2 am-joined am-link"
      aria-label={view === 'link' ? undefined : t('file.play', { name })}
      onClick={() => setWanted(true)}
    >
      <Icon name={view === 'link' ? 'file' : 'player-play'} /> <bdi>{name}</bdi>
    </button>
  );
}

/** The player takes the place of the button that had the focus. */
const focus = (player: HTMLMediaElement | null) => player?.focus();

function Loaded({ id, type, name }: FileViewProps) {
  const { t } = useWidgetTexts();
  const [isLarge, setLarge] = useState(false);
  const [isPlayable, setPlayable] = useState(true);
  const { view, name: word, away } = fileKind(type);
  const file = useStoredFile(id, view === 'picture' ? 'thumb' : undefined);
  const words = name ?? file.name ?? t(word);
  if (file.isAway) return <FileOnOtherDevice name={name}>{t(away)}</FileOnOtherDevice>;
  if (file.failed) return <p className="am-warning">{t('file.unreadable', { name: words })}</p>;
  if (!file.url) return <span className="am-picture-wait" role="status" aria-label={t('choice.loading')} />;
  if (view === 'picture')
    return (
      <>
        <button type="button" className="am-picture-button" onClick={() => setLarge(true)}>
          <img src={file.url} alt={t('file.look', { name: words })} className="am-picture" />
        </button>
        {isLarge && <PictureDialog id={id} name={words} onClose={() => setLarge(false)} />}
      </>
    );
  const Player = view === 'link' || !isPlayable ? undefined : view;
  return Player ? (
    <Player
      ref={focus}
      className="am-player"
      src={file.url}
      controls
      preload="metadata"
      aria-label={words}
      onLoadedMetadata={({ currentTarget }) => loadLength(currentTarget)}
      onError={() => setPlayable(false)}
    />
  ) : (
    <>
      {!isPlayable && <p className="am-warning">{t('file.unplayable')}</p>}
      <a href={file.url} download={words} className="am-file-name am-gap-2 am-joined">
        <Icon name="download" /> <bdi>{words}</bdi>
      </a>
    </>
  );
}
