import type { TablerIcon } from '@tabler/icons-react'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { PageHead } from '../ui/PageHead.tsx'
import classes from './PanelToCome.module.css'

type PanelToComeProps = { title: string; icon: TablerIcon }

export function PanelToCome({ title, icon }: PanelToComeProps) {
  return (
    <>
      <PageHead title={title} />
      <section className={classes.card}>
        <ListEmpty
          icon={icon}
          title="This part comes with a later release"
          hint={`${title} will open here.`}
        />
      </section>
    </>
  )
}
