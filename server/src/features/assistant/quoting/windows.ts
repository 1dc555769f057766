// What can be quoted of a passage: stretches that make sense alone. A line that announces something stays with it, a
// table with its head, a heading with what it heads, and a long list ends between two items.
import type { Atom, Stretch } from './atoms.ts'

/**
 * A range of a passage to quote. `text` is one slice of the passage, or for a table two: its header and the
 * rows.
 */
export interface Window extends Stretch {
  first: number
  last: number
  /** Set if the window starts inside a table or a code block. */
  head: Stretch | undefined
}

/** What can be quoted around each atom: grown to what announces it, then forward, then back, within its section. */
export function windowsOf(atoms: readonly Atom[], chars_max: number): Window[] {
  const windowsByKey = new Map<string, Window>()
  for (const position of atoms.keys()) {
    const window = windowAround(atoms, position, chars_max)
    if (window) windowsByKey.set(`${window.first}-${window.last}`, window)
  }
  return [...windowsByKey.values()]
}

/** Terms and panels are headings of this level or below. */
const TERM_LEVEL = 5

/** The end of the terms that a line introduces, as far as they fit; the line itself if it introduces none. */
function lastTermBelow(atoms: readonly Atom[], line: number, fits: (last: number) => boolean): number {
  const level = atoms[line + 1]?.level ?? 0
  if (!atoms[line]?.isAnnouncement || level < TERM_LEVEL) return line
  let last = line
  while (fits(last + 1) && (atoms[last + 1]?.level ?? level) >= level) last++
  while (last > line && atoms[last]?.isAnnouncement) last--
  return last
}

/** Whether a line above the atom introduces it, or the list it is in. */
function isAnnounced(atoms: readonly Atom[], position: number): boolean {
  const [before, own] = [atoms[position - 1], atoms[position]]
  if (!before || !own || own.kind === 'text' || before.section !== own.section) return false
  return before.kind !== 'heading' && (before.isAnnouncement || before.block === own.block)
}

/** Drops an end that announces text that didn't fit. @returns undefined if only a heading is left */
function endOf(atoms: readonly Atom[], first: number, last: number, position: number): number | undefined {
  let end = last
  while (end > first && atoms[end]?.isAnnouncement) end--
  // Under a heading, a few words say something by themselves, such as a price.
  const losesHeading = atoms.slice(end, position).some(({ kind }) => kind === 'heading')
  if (losesHeading && atoms[position]?.isLabel) return position
  return atoms[end]?.kind === 'heading' ? undefined : end
}

function windowAround(atoms: readonly Atom[], position: number, chars_max: number): Window | undefined {
  const own = atoms[position]
  if (!own || own.kind === 'heading') return undefined
  const headChars = (first: number) => {
    const { head, start } = atoms[first] ?? own
    return head && start > head.end ? head.end - head.start + 1 : 0
  }
  const hasRoom = (first: number, last: number) => {
    const [from, to] = [atoms[first], atoms[last]]
    return !!from && !!to && to.end - from.start + headChars(first) <= chars_max
  }
  const fits = (first: number, last: number) =>
    hasRoom(first, last) && atoms[first]?.section === own.section && atoms[last]?.section === own.section
  let first = position
  let last = position
  // A list or a table with the line that announces it, if all of it up to here fits.
  let opening = position
  while (opening > 0 && atoms[opening - 1]?.block === own.block) opening--
  if (atoms[opening - 1]?.isAnnouncement) opening--
  if (atoms[opening - 1]?.kind === 'heading') opening--
  if (fits(opening, last)) first = opening
  while (fits(first, last + 1)) last++
  while (fits(first - 1, last)) first--
  // A list or code without the line that announces it isn't clear.
  while (first < position && isAnnounced(atoms, first) && fits(first + 1, last)) first++
  while (fits(first, last + 1)) last++
  last = lastTermBelow(atoms, last, (to) => hasRoom(first, to))
  const end = endOf(atoms, first, last, position)
  if (end === undefined) return undefined
  last = end
  const [from, to] = [atoms[first], atoms[last]]
  if (!from || !to) return undefined
  const head = headChars(first) ? from.head : undefined
  return { first, last, start: from.start, end: to.end, head }
}
