import { useT } from '#platform/i18n/provider.tsx'
import { cn } from '#ui/cn.ts'

/** A JSON string with what follows it, a number or word, or a gap. */
const tokens = /"(?:[^"\\]|\\.)*"(?::)?|-?\d[\d.]*|\b(?:true|false|null)\b/g
const colorOf = (token: string) =>
  token.endsWith('":') ? 'text-ink' : token.startsWith('"') ? 'text-success' : 'text-primary'

function JsonText({ text }: { text: string }) {
  const parts: { token: string; gap: string; at: number }[] = []
  let end = 0
  for (const match of text.matchAll(tokens)) {
    parts.push({ gap: text.slice(end, match.index), token: match[0], at: match.index })
    end = match.index + match[0].length
  }
  return (
    <code>
      {parts.map(({ gap, token, at }) => (
        <span key={at}>
          <span className="text-muted">{gap}</span>
          <span className={colorOf(token)}>{token}</span>
        </span>
      ))}
      <span className="text-muted">{text.slice(end)}</span>
    </code>
  )
}

/** A block of code with a title and, where scripts run, a button that copies it. */
export function Code({ title, text, isJson = false }: { title: string; text: string; isJson?: boolean }) {
  const t = useT()
  return (
    <div className="prose" data-copy={t('content.copy')} data-copied={t('content.copied')}>
      <figure className="code" data-code="">
        <figcaption>{title}</figcaption>
        <pre
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboards scroll it
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
