import { fold } from '#contract/lists.ts'
import type { Letter } from '#contract/letters.ts'
import { call } from '../ui/call.ts'
import type { ListSource } from '../ui/list/ListSource.ts'

export const lettersList: ListSource<Letter> = {
  call: 'GET /api/letters',
  rowKey: ({ id }) => id,
  searchText: ({ recipient }) => fold(recipient),
}

export const retryLetter = ({ id }: Letter) => call('POST /api/letters/:id/retry', { params: { id } })

export const fetchLink = async ({ id }: Letter): Promise<string> =>
  (await call('POST /api/letters/:id/link', { params: { id } })).data.link
