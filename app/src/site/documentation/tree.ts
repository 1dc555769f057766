/** A page of the documentation among the others. */
export interface Leaf {
  path: string
  title: string
  /** If it differs from the page's. */
  lang?: 'en'
  order: number
}
export interface Chapter extends Leaf {
  pages: Leaf[]
}

const byOrder = (a: Leaf, b: Leaf) => a.order - b.order || a.title.localeCompare(b.title)

/**
 * Chapters in their order with their pages in theirs; a page without a chapter is a chapter of one.
 *
 * @param leaves every page but the start page, by address: `/documentation/{chapter}/{page}`.
 */
export function chaptersOf(leaves: Leaf[]): Chapter[] {
  const depth = ({ path }: Leaf) => path.split('/').length
  return leaves
    .filter((leaf) => depth(leaf) === 3)
    .sort(byOrder)
    .map((chapter) => ({
      ...chapter,
      pages: leaves.filter((leaf) => leaf.path.startsWith(`${chapter.path}/`)).sort(byOrder),
    }))
}

/** All pages in the order they are read in. */
export const readingOrder = (start: Leaf, chapters: Chapter[]): Leaf[] => [
  start,
  ...chapters.flatMap((chapter) => [chapter, ...chapter.pages]),
]
