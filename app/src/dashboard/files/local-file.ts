/** An attachment: local, or already on the server, such as a canned reply's. */
export interface LocalFile {
  /** Also the file's id on the server, so repeated uploads are harmless. */
  id: string
  name: string
  content_type: string
  /** Bytes. */
  size: number
  /** Pixels; null unless the file is a picture that the browser can display. */
  width: number | null
  height: number | null
  /** Absent if the server has it. */
  blob?: Blob
  /** Download URL; absent if it must be uploaded. */
  url?: string
}
/** An attachment with its upload state. */
export interface AttachedFile {
  local: LocalFile
  /** `waiting`: offline. `rejected`: must be removed before sending. */
  state: 'uploading' | 'ready' | 'waiting' | 'rejected'
  /** Progress from 0 to 1. */
  part: number
  /** Why it was rejected, in the reader's language. */
  problem: string
}
/** URL of a file for members. */
export const fileUrl = (integration_id: string, id: string) => `/api/integration/${integration_id}/file/${id}`

/** Storage key of the list of attachments of a place. */
export const listKey = (listName: string) => `ozvi.attached.${listName}`
export function listedAt(listName: string): string[] {
  try {
    return (localStorage.getItem(listKey(listName)) ?? '').split(' ').filter(Boolean)
  } catch {
    return []
  }
}
