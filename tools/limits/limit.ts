/** Something that the product can't do, as its site, its screens and README.md say it. */
export interface Limit {
  feature: string
  /** Whether the product has it by now. */
  isBuilt: () => boolean
  /** Page of the site or file of words, with the sentence in English and Slovak. */
  says: readonly (readonly [page: string, en: string, sk: string])[]
  /** As README.md calls it among what isn't available yet. */
  in_readme?: string
}
