/*
 * Plain text that the team can enter for every contact. A field is described here once: its column, filter,
 * import, export, merge, timeline entry and place in the profile follow. See "Add a field" in ARCHITECTURE.md.
 */

export interface ContactTextFieldOptions {
  chars_max: number
  /** Column names in imported files, in English and Slovak, folded and without separators. */
  import_names: readonly string[]
}
export const contactTextFields = {
  company: {
    chars_max: 200,
    import_names: [
      'company',
      'companyname',
      'organization',
      'organisation',
      'account',
      'firma',
      'spolocnost',
      'nazovfirmy',
    ],
  },
  city: { chars_max: 100, import_names: ['city', 'town', 'mesto', 'obec'] },
} as const satisfies Record<string, ContactTextFieldOptions>

export type ContactTextField = keyof typeof contactTextFields
/** In display order. */
// `Object.keys` is typed as `string[]`; the object has no other keys.
export const contactTextFieldNames = Object.keys(contactTextFields) as ContactTextField[]
export const isContactTextField = (name: string): name is ContactTextField =>
  Object.hasOwn(contactTextFields, name)

/** One value for each text field. */
export const mapTextFields = <T>(
  value: (name: ContactTextField, options: ContactTextFieldOptions) => T,
): Record<ContactTextField, T> =>
  // The object has a key for each name.
  Object.fromEntries(
    contactTextFieldNames.map((name) => [name, value(name, contactTextFields[name])]),
  ) as Record<ContactTextField, T>
