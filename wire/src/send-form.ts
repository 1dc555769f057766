interface FormOptions {
  signal?: AbortSignal | undefined
  /** Called with the sent share of the body, from 0 to 1. */
  onProgress?: ((part: number) => void) | undefined
}
/**
 * Sends a form with progress, which `fetch` doesn't report.
 * @throws TypeError on network errors, as `fetch` does; AbortError if aborted
 */
export function sendForm(
  method: string,
  url: string,
  headers: Record<string, string>,
  form: FormData,
  { signal, onProgress }: FormOptions,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, url)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0)
    request.onload = () => resolve({ status: request.status, text: request.responseText })
    request.onerror = () => reject(new TypeError('no answer'))
    request.onabort = () => reject(new DOMException('stopped', 'AbortError'))
    signal?.addEventListener('abort', () => request.abort())
    if (signal?.aborted) reject(new DOMException('stopped', 'AbortError'))
    else request.send(form)
  })
}
