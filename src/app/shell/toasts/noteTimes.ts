/** Milliseconds after which toasts close. A form may set another time for its saved records (`notices`). */
export const NOTE_TIMES = { usual: 5000, attachmentChanged: 10_000, undo: 10_000 } as const;
