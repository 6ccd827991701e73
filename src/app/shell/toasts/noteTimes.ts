/** Milliseconds notes stay before they go by themselves; a form may say otherwise for its saved records (`notices`). */
export const NOTE_TIMES = { usual: 5000, attachmentChanged: 10_000 } as const;
