/** A page of the documentation among the others. */
export interface Leaf {
  path: string
  title: string
  /** If it differs from the page's title. */
  lang?: 'en'
  order: number
}
export interface Chapter extends Leaf {
  pages: Leaf[]
}

const byOrder = (a: Leaf, b: Leaf) => a.order - b.order || a.title.localeCompare(b.title)

/**
 * Chapters and their pages in order; a page without a chapter is its own chapter.
 *
 * @param leaves every page but the start page, by path: `/documentation/{chapter}/{page}`
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

/** All pages in reading order. */
export const readingOrder = (start: Leaf, chapters: Chapter[]): Leaf[] => [
  start,
  ...chapters.flatMap((chapter) => [chapter, ...chapter.pages]),
]
