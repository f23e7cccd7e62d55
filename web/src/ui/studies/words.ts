/** The page of a study, or of one of its chapters. */
export const studyUrl = (id: string, chapter?: number): string =>
  `/study/${encodeURIComponent(id)}${chapter === undefined ? "" : `?chapter=${chapter}`}`;
