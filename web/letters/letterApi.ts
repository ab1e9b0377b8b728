import { fold } from '#contract/fold.ts'
import type { Letter } from '#contract/letters.ts'
import { http } from '../ui/http.ts'
import type { ListSource } from '../ui/list/ListSource.ts'

export const lettersList: ListSource<Letter> = {
  path: '/api/letters',
  rowKey: ({ id }) => id,
  searchText: ({ recipient }) => fold(recipient),
}

export const retryLetter = ({ id }: Letter) =>
  http.post<{ message: string; data: Letter }>(`/api/letters/${id}/retry`)

export const fetchLink = async ({ id }: Letter): Promise<string> => {
  const { data } = await http.post<{ data: { link: string } }>(`/api/letters/${id}/link`)
  return data.link
}
