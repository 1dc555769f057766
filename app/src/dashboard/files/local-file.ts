/** A file on its way to a message: on this device, or kept by the server already, as that of a canned reply. */
export interface LocalFile {
  /** The file's id on the server, too: that is what makes a second upload harmless. */
  id: string
  name: string
  content_type: string
  /** Bytes. */
  size: number
  /** Of a picture, in pixels; null where it is none that the browser can draw. */
  width: number | null
  height: number | null
  /** Absent where the server has it. */
  blob?: Blob
  /** Where it is read from the server; absent where it is to be uploaded. */
  url?: string
}
/** One of those that are to go with something. */
export interface AttachedFile {
  local: LocalFile
  /** `waiting`: no connection. `refused`: has to be removed before the rest is sent. */
  state: 'uploading' | 'ready' | 'waiting' | 'refused'
  /** How much of it has gone, from 0 to 1. */
  part: number
  /** Why it is refused, in the reader's language. */
  problem: string
}
/** Where members read a file. */
export const fileUrl = (integration_id: string, id: string) => `/api/integration/${integration_id}/file/${id}`

/** Where in this browser it says which files stand beside words of a place that are not sent. */
export const listKey = (place: string) => `ozvi.attached.${place}`
export function listedAt(place: string): string[] {
  try {
    return (localStorage.getItem(listKey(place)) ?? '').split(' ').filter(Boolean)
  } catch {
    return []
  }
}
