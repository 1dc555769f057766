import { readFileSync } from 'node:fs'

/*
 * Numbers measured by `npm run bench`, for texts that print them: `{figure:widget_launcher_kib}` in a page or
 * message becomes the number, formatted for its language.
 */

const file = new URL('../../bench/figures.json', import.meta.url)
const placeholder = /\{figure:(\w+)\}/g

/** @throws Error for an unknown name */
export function fillFigures(text: string, locale: string): string {
  if (!text.includes('{figure:')) return text
  // Written by bench/figures.ts, whose test validates it.
  const figures = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { value: number } | undefined>
  return text.replaceAll(placeholder, (_, name: string) => {
    const figure = figures[name]
    if (!figure) throw new Error(`bench/figures.json has no figure ${name}`)
    return new Intl.NumberFormat(locale).format(figure.value)
  })
}
