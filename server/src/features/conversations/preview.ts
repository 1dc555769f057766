const previewChars = 140

/** The beginning of a text in one line, without the marks of Markdown. */
export const asPreview = (body: string) =>
  body
    .replace(/\s+/g, ' ')
    .replace(/[*_`#>[\]]/g, '')
    .trim()
    .slice(0, previewChars)
