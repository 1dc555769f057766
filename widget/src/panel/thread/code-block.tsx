import { useEffect, useState } from 'react'
import { usePanel } from '../panel-context.ts'

/** A code block with a copy button. */
export function CodeBlock({ text }: { text: string }) {
  const { translator } = usePanel()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(setCopied, 2000, false)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <div className="code">
      <pre tabIndex={0}>
        <code>{text}</code>
      </pre>
      <button
        type="button"
        className="text-button"
        onClick={() => void navigator.clipboard.writeText(text).then(() => setCopied(true))}
      >
        {translator.t(isCopied ? 'copied' : 'copy')}
      </button>
      <span role="status" className="unseen">
        {isCopied && translator.t('copied')}
      </span>
    </div>
  )
}
