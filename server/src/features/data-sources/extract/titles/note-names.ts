/** Labels of notes. They show the kind of note, so they aren't headings. */
export const note_names =
  /^(note|warning|tip|important|caution|info|danger|hint|example|attention|details|see also|poznámka|upozornenie|dôležité|pozor|príklad|pozri aj)$/i
