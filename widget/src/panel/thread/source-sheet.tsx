import type { Citation } from '@ozvi/contract'
import { safeUrl } from '@ozvi/wire/safe-url'
import { useLayoutEffect, useRef } from 'react'
import { Icon } from '../icons.tsx'
import { usePanel } from '../panel-context.ts'

/** Snapshots are paths on our origin; nothing else is accepted. */
const snapshotUrl = (path: string) => (/^\/(?!\/)/.test(path) ? path : undefined)

/**
 * The quoted passage with its source and date, in a native dialog: it traps the focus, closes on Escape and
 * restores the focus.
 */
export function SourceSheet({ citation, onClose }: { citation: Citation; onClose: () => void }) {
  const { translator } = usePanel()
  const { number, title, heading, quote, url, snapshot_url, fetched_at } = citation
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close()
  const page = url ? safeUrl(url) : undefined
  const snapshot = snapshotUrl(snapshot_url)
  return (
    <dialog ref={dialog} className="sheet" aria-labelledby="source-title" closedby="any" onClose={onClose}>
      <div className="sheet-body">
        <header className="sheet-head">
          <span className="source-number">{number}</span>
          <h2 id="source-title">{title}</h2>
          <button className="icon-button" aria-label={translator.t('close_source')} onClick={close}>
            <Icon name="close" />
          </button>
        </header>
        {heading && <p className="muted">{heading}</p>}
        <blockquote dir="auto" tabIndex={0}>
          {quote}
        </blockquote>
        <p className="muted small">{translator.t('fetched', translator.date(fetched_at))}</p>
        <ul className="sheet-links">
          {page && (
            <li>
              <a className="button" href={page} target="_blank" rel="noopener noreferrer">
                {translator.t('open_page')}
                <Icon name="out" size={16} />
              </a>
            </li>
          )}
          {snapshot && (
            <li>
              <a className="button quiet" href={snapshot} target="_blank" rel="noopener">
                {translator.t('open_snapshot')}
                <Icon name="page" size={16} />
              </a>
            </li>
          )}
        </ul>
      </div>
    </dialog>
  )
}
