/** What was asked, shortened to what a search takes. */
export const queryOf = (request: Request) =>
  (new URL(request.url).searchParams.get('q') ?? '').trim().slice(0, 200)
