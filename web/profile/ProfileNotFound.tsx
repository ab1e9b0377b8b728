import { IconUserOff } from '@tabler/icons-react'
import { ListEmpty } from '../shared/list/ListEmpty.tsx'
import { PageHead } from '../shared/PageHead.tsx'
import classes from './ProfileView.module.css'

export const ProfileNotFound = () => (
  <>
    <PageHead title="Student Profile" />
    <section className={classes.card}>
      <ListEmpty
        icon={IconUserOff}
        title="This student cannot be found"
        hint="The link may be wrong, or the student is not yours to see. Choose one in the list."
      />
    </section>
  </>
)
