/** The search query, shortened to the maximum length. */
export const queryOf = (request: Request) =>
  (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 200)
