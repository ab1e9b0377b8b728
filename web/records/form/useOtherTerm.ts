import { useQuery } from '@tanstack/react-query'
import type { Draft } from '#contract/drafts.ts'
import { type LookupKind, lookupName } from '#contract/lookups.ts'
import type { NoticeTime } from '#contract/notifications.ts'
import { lookupsQuery } from '../../lookups/lookupApi.ts'

/** Says of when a draft is that was begun for another term than the one that is asked for now. */
export function useOtherTerm(time: NoticeTime | undefined) {
  const yearOf = useNames('years')
  const termOf = useNames('terms')
  return ({ year_id, term_id }: Draft['values']): string | undefined => {
    if (!time || (year_id === String(time.year_id) && term_id === String(time.term_id))) return undefined
    const name = [yearOf(year_id), termOf(term_id)].filter(Boolean).join(' ')
    return name && `It is for ${name}, not for the term you chose.`
  }
}

function useNames(kind: LookupKind) {
  const { data = [] } = useQuery(lookupsQuery(kind))
  return (id: unknown) =>
    data.filter((lookup) => String(lookup.id) === id).map((lookup) => lookupName(kind, lookup))[0]
}
