import { IconUserOff } from '@tabler/icons-react'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'
import classes from './StudentNotFound.module.css'

/** Shown when there is no such student, or the user may not see them. */
export function StudentNotFound({ title }: { title: string }) {
  usePageTitle(title)
  return (
    <>
      <PageHead title={title} />
      <section className={classes.card}>
        <ListEmpty
          icon={IconUserOff}
          title="This student cannot be found"
          hint="The link may be wrong, or the student is not yours to see. Choose one in the list."
        />
      </section>
    </>
  )
}
