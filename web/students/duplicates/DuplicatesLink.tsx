import { IconCopy } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { use } from 'react'
import { HeadLink, IsMenuOpen, ItemCount } from '../../ui/PageHead.tsx'
import { duplicatesQuery, stateOf } from './duplicateApi.ts'

/** The link from the students to the possible duplicates. Those without an answer are counted when the menu opens. */
export function DuplicatesLink() {
  const { data } = useQuery({ ...duplicatesQuery, enabled: use(IsMenuOpen) })
  const open = data?.filter((pair) => stateOf(pair) === 'open').length
  return (
    <HeadLink icon={IconCopy} search={{ menu: 'duplicates' }} openedFrom="students">
      Possible duplicates
      <ItemCount count={open} />
    </HeadLink>
  )
}
