/** The spellings of a feature's name in each file: `note-templates`. */
export interface Names {
  /** `note-templates` */
  feature: string
  /** `note-template` */
  singular: string
  /** `noteTemplates` */
  camels: string
  /** `noteTemplate` */
  camel: string
  /** `NoteTemplates` */
  Pascals: string
  /** `NoteTemplate` */
  Pascal: string
  /** `note_template` */
  snake: string
  /** `note templates` */
  words: string
  /** `note template` */
  word: string
  /** `Note templates` */
  title: string
}

export function namesOf(feature: string): Names {
  const singular = feature.replace(/ies$/, 'y').replace(/s$/, '')
  const camelCase = (name: string) => name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
  const words = feature.replaceAll('-', ' ')
  const capital = (name: string) => name.charAt(0).toUpperCase() + name.slice(1)
  return {
    feature,
    singular,
    camels: camelCase(feature),
    camel: camelCase(singular),
    Pascals: capital(camelCase(feature)),
    Pascal: capital(camelCase(singular)),
    snake: singular.replaceAll('-', '_'),
    words,
    word: singular.replaceAll('-', ' '),
    title: capital(words),
  }
}
