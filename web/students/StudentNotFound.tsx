import { IconUserOff } from '@tabler/icons-react'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import { usePageTitle } from '../ui/usePageTitle.ts'

/** Shown if the student does not exist, or the user has no access to them. */
export function StudentNotFound({ title }: { title: string }) {
  usePageTitle(title)
  return (
    <>
      <PageHead title={title} />
      <section className="el-card">
        <ListEmpty
          icon={IconUserOff}
          title="This student cannot be found"
          hint="The link may be wrong, or you do not have access to this student. Choose one in the list."
        />
      </section>
    </>
  )
}
