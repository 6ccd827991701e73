/** What a device knows of a file before it is sent: only its name and the type that the browser tells. */
import { describe, expect, it } from 'vitest';
import { acceptedExtensions, isFileNotAccepted } from '../../src/core/form/types/files/kinds.ts';

const SCAN = 'application/pdf,image/jpeg,image/png,image/webp';

describe('a question that takes scans', () => {
  it('names what it takes', () => {
    expect(acceptedExtensions(SCAN)).toEqual(['jpg', 'png', 'webp', 'pdf']);
    expect(acceptedExtensions('image/*')).toEqual(['jpg', 'png', 'webp', 'gif', 'heic', 'heif']);
    expect(acceptedExtensions('.pdf, .docx')).toEqual(['pdf', 'docx']);
  });

  it.each([
    ['scan.pdf', 'application/pdf'],
    ['SCAN.JPEG', 'image/jpeg'],
    ['scan.jpeg', ''],
    ['scan.pdf', 'application/octet-stream'],
    ['photo', 'image/png'],
    // Neither says anything: the server looks into it.
    ['scan', ''],
  ])('takes %s of the type “%s”', (name, type) => {
    expect(isFileNotAccepted({ name, type }, SCAN)).toBe(false);
  });

  it.each([
    ['virus.exe', 'application/x-msdownload'],
    ['virus.exe', ''],
    ['photo.heic', 'image/heic'],
    ['notes.txt', 'text/plain'],
    ['virus', 'application/x-msdownload'],
  ])('does not take %s of the type “%s”', (name, type) => {
    expect(isFileNotAccepted({ name, type }, SCAN)).toBe(true);
  });
});

describe('a question that takes any file', () => {
  it('does not take what the server never takes', () => {
    expect(isFileNotAccepted({ name: 'table.csv', type: 'text/csv' }, undefined)).toBe(false);
    expect(isFileNotAccepted({ name: 'sound.webm', type: 'audio/webm;codecs=opus' }, undefined)).toBe(false);
    expect(isFileNotAccepted({ name: 'page.html', type: 'text/html' }, undefined)).toBe(true);
  });
});
