/** Recordings, made here or picked. Where browsers hide the microphone (no https), phones record with their own program. */
import { FileField } from '../file/FileField.tsx';
import { fileOptions } from '../file/kinds.ts';
import type { InputProps } from '../types.ts';
import { Recorder } from './Recorder.tsx';

export function Input(props: InputProps) {
  const canRecord = 'mediaDevices' in navigator && 'MediaRecorder' in window;
  const { maxSize, maxLength } = fileOptions(props.node);
  return (
    <FileField
      props={props}
      recorder={canRecord ? (add) => <Recorder maxSize={maxSize} maxLength={maxLength} onRecorded={add} /> : undefined}
    />
  );
}
