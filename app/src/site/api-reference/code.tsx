import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'

const colorOf = (value: string) => (value.startsWith('"') ? 'text-success' : 'text-primary')
const isBracket = (value: string) => '{}[]'.includes(value.charAt(0))

/** JSON as `JSON.stringify` indents it: each line has at most a key and a value. */
function JsonText({ text }: { text: string }) {
  const lines = text.split('\n').map((line) => {
    const start = line.length - line.trimStart().length
    const end = line.charAt(start) === '"' ? line.indexOf('": ') : -1
    const valueAt = end < 0 ? start : end + 3
    return { key: line.slice(0, valueAt), value: line.slice(valueAt) }
  })
  return (
    <code>
      {lines.map(({ key, value }, index) => (
        <span key={index}>
          {key}
          <span className={isBracket(value) ? 'text-muted' : colorOf(value)}>{value}</span>
          {'\n'}
        </span>
      ))}
    </code>
  )
}

/** A code block with a title and, with scripts, a copy button. */
export function Code({ title, text, isJson = false }: { title: string; text: string; isJson?: boolean }) {
  const t = useT()
  return (
    <div className="prose" data-copy={t('content.copy')} data-copied={t('content.copied')}>
      <figure className="code" data-code="">
        <figcaption>{title}</figcaption>
        <pre
          tabIndex={0}
          className={cn(
            'max-h-[28rem] overflow-y-auto',
            isJson ? '' : 'wrap-anywhere whitespace-pre-wrap text-ink',
          )}
        >
          {isJson ? <JsonText text={text} /> : <code>{text}</code>}
        </pre>
      </figure>
    </div>
  )
}
