import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { HeadLink, IsMenuOpen } from '../../ui/PageHead.tsx'
import { duplicateCountsQuery } from './duplicateApi.ts'

/** The link from the students to the possible duplicates. Those without an answer are counted when the menu opens. */
export function DuplicatesLink() {
  const { data } = useQuery({ ...duplicateCountsQuery, enabled: use(IsMenuOpen) })
  return (
    <HeadLink icon={IconCopy} search={{ menu: 'duplicates' }} openedFrom="students">
      Possible duplicates
      {data && data.open > 0 && <CountBadge count={data.open} />}
    </HeadLink>
  )
}
