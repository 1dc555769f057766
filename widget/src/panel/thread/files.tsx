import type { Attachment } from '@ozvi/contract'
import { useEffect, useState } from 'react'
import type { Attached, LocalFile } from '../composer/uploads.ts'
import { Icon } from '../icons.tsx'
import { usePanel } from '../panel-context.ts'

const sideMax_px = 240
type Shown = Pick<Attachment, 'id' | 'name' | 'size' | 'width' | 'height'>

/** Attachments: pictures inline with reserved space, other files as downloads. */
export const Files = ({ files }: { files: readonly (Shown | LocalFile)[] }) =>
  files.map((file) =>
    file.width !== null && file.height !== null ? (
      <Picture key={file.id} file={file} width={file.width} height={file.height} />
    ) : (
      <Saved key={file.id} file={file} />
    ),
  )

function Picture({ file, width, height }: { file: Shown; width: number; height: number }) {
  const { client } = usePanel()
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    void client.fileUrl(file.id).then(setUrl, () => undefined) // its name is shown instead
  }, [client, file.id])
  const scale = Math.min(1, sideMax_px / width, sideMax_px / height)
  return (
    <a className="picture" href={url} target="_blank" rel="noreferrer">
      <img src={url} alt={file.name} width={Math.round(width * scale)} height={Math.round(height * scale)} />
    </a>
  )
}
function Saved({ file }: { file: Shown }) {
  const { client, translator } = usePanel()
  const [hasFailed, setFailed] = useState(false)
  async function save() {
    try {
      const link = document.createElement('a')
      link.href = await client.fileUrl(file.id)
      link.download = file.name
      link.click()
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <button className="saved" onClick={() => void save()}>
        <Icon name="page" />
        <span className="unseen">{translator.t('save_file')}</span>
        <span className="clipped">{file.name}</span>
        <span className="small">{translator.size(file.size)}</span>
      </button>
      <p role="alert" className="danger small">
        {hasFailed && translator.t('file_failed')}
      </p>
    </>
  )
}

/** Attachments of the composer with progress and a button to remove them. */
export function Tray({ files, onRemove }: { files: readonly Attached[]; onRemove: (id: string) => void }) {
  const { translator } = usePanel()
  return (
    <ul className="tray" aria-label={translator.t('attached')}>
      {files.map(({ id, name, size, state, part, problem }) => (
        <li key={id} className={state === 'rejected' ? 'bad' : ''}>
          <Icon name="page" size={16} />
          <span className="tray-text">
            <span className="clipped">{name}</span>
            <span className="small" role={problem ? 'alert' : undefined}>
              {problem || (state === 'waiting' ? translator.t('goes_along') : translator.size(size))}
            </span>
          </span>
          <button
            type="button"
            className="icon-button"
            aria-label={translator.t('remove', name)}
            onClick={() => onRemove(id)}
          >
            <Icon name="close" size={16} />
          </button>
          {state === 'uploading' && (
            <progress aria-label={translator.t('uploading', name)} max={1} value={part} />
          )}
        </li>
      ))}
    </ul>
  )
}
