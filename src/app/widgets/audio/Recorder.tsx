/** Records a voice: one button starts and stops, the other throws away what is being recorded. */
import { Icon } from '../../theme/Icon.tsx';
import { useWidgets, useWidgetTexts } from '../environment.tsx';
import { formatClock } from '../file/recordings.ts';
import { useRecorder } from './useRecorder.ts';

interface RecorderProps {
  /** In bytes. */
  maxSize: number;
  /** In seconds. */
  maxLength: number | undefined;
  /** Resolves when the file is an answer. */
  onRecorded: (file: File) => Promise<void>;
}

export function Recorder({ maxSize, maxLength = Number.POSITIVE_INFINITY, onRecorded }: RecorderProps) {
  const { t } = useWidgetTexts();
  const { language } = useWidgets();
  const { state, seconds, start, stop, discard } = useRecorder({ maxSize, maxLength }, onRecorded);
  const isRecording = state === 'recording';
  return (
    <div className="am-recorder am-cluster" data-state={state}>
      <button
        type="button"
        className="am-button"
        disabled={state === 'starting'}
        onClick={isRecording ? stop : () => void start()}
      >
        <Icon name={isRecording ? 'player-stop' : 'microphone'} />
        {t(isRecording ? 'audio.stop' : state === 'starting' ? 'audio.starting' : 'audio.record')}
      </button>
      {isRecording && (
        <>
          <span role="timer">
            {formatClock(seconds, language)}
            {Number.isFinite(maxLength) && ` / ${formatClock(maxLength, language)}`}
          </span>
          <button type="button" className="am-link" onClick={discard}>
            {t('audio.discard')}
          </button>
        </>
      )}
      {!isRecording && state !== 'ready' && state !== 'starting' && (
        <p className="am-warning" role="alert">
          {t(`audio.${state}`)}
        </p>
      )}
    </div>
  );
}
