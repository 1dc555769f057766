import { readFileSync } from 'node:fs'
import path from 'node:path'
import { format, type FormatConfig } from 'oxfmt'

/** Formats a generated file like every other file. */
export async function formatted(file: string, text: string): Promise<string> {
  // The repository's own settings.
  const config = JSON.parse(
    readFileSync(path.join(import.meta.dirname, '../.oxfmtrc.json'), 'utf8'),
  ) as FormatConfig
  const { code, errors } = await format(file, text, config)
  if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join('\n'))
  return code
}
