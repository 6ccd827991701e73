/** Sounds of questions and options: one at a time, and none beside a recording that is played. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type * as Sounds from '../../src/app/widgets/media/sounds.ts';

class FakeAudio extends EventTarget {
  src = '';
  pause = vi.fn();
  play = vi.fn(async () => {
    if (this.src === 'broken') throw new Error('no such sound');
  });
}

let audio: FakeAudio;
let sounds: typeof Sounds;
beforeEach(async () => {
  vi.resetModules();
  audio = new FakeAudio();
  vi.stubGlobal('Audio', function made() {
    return audio;
  });
  sounds = await import('../../src/app/widgets/media/sounds.ts');
});
afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

describe('a sound that is played', () => {
  it('stops the one before, also a recording of an answer', async () => {
    const recording = document.createElement('audio');
    recording.pause = vi.fn();
    document.body.append(recording);
    await sounds.playSound('first', 'a');
    expect(sounds.playingSound()).toBe('first');
    await sounds.playSound('second', 'b');
    expect([sounds.playingSound(), audio.src, audio.pause.mock.calls.length]).toEqual(['second', 'b', 1]);
    expect(recording.pause).toHaveBeenCalledTimes(2);
  });

  it('ends when it is over, when it is stopped, and when a recording begins', async () => {
    await sounds.playSound('first', 'a');
    audio.dispatchEvent(new Event('ended'));
    expect(sounds.playingSound()).toBeUndefined();
    await sounds.playSound('first', 'a');
    sounds.stopSound('second');
    expect(sounds.playingSound()).toBe('first');
    document.dispatchEvent(new Event('play'));
    expect(sounds.playingSound()).toBeUndefined();
  });

  it('is not playing if the device cannot', async () => {
    await expect(sounds.playSound('first', 'broken')).rejects.toThrow('no such sound');
    expect(sounds.playingSound()).toBeUndefined();
  });
});
