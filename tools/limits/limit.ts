/** Something the product can't do, as stated on its site, its screens and in README.md. */
export interface Limit {
  feature: string
  /** Whether the product has it. */
  isBuilt: () => boolean
  /** Page of the site or message file, with the sentence in English and Slovak. */
  says: readonly (readonly [page: string, en: string, sk: string])[]
  /** Its name in README.md's list of what isn't available yet. */
  in_readme?: string
}
