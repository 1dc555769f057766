import { readFileSync } from 'node:fs'

/*
 * Figures that `npm run bench` has measured, for texts that print them: `{figure:widget_launcher_kib}` in a page or
 * message becomes the number, written as its language does.
 */

const file = new URL('../../bench/figures.json', import.meta.url)
const placeholder = /\{figure:(\w+)\}/g

/** @throws Error for a name that the file doesn't have */
export function fillFigures(text: string, locale: string): string {
  if (!text.includes('{figure:')) return text
  // Written by bench/figures.ts, whose test reads it.
  const figures = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { value: number } | undefined>
  return text.replaceAll(placeholder, (_, name: string) => {
    const figure = figures[name]
    if (!figure) throw new Error(`bench/figures.json has no figure ${name}`)
    return new Intl.NumberFormat(locale).format(figure.value)
  })
}
