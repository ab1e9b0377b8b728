import { VisuallyHidden } from '@mantine/core'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { CountBadge } from '../../ui/CountBadge.tsx'
import { preloadVerifying } from '../../missing/preloadVerifying.ts'
import { thingsOf, workQuery } from '../../missing/workApi.ts'
import { lazyDialog, useLikelyCode } from '../../ui/modal/lazyDialog.tsx'
import classes from './NavBar.module.css'

const MyWorkPanel = lazyDialog(async () => (await import('../../missing/MyWorkPanel.tsx')).MyWorkPanel)

/** Shows how much work waits for the signed-in user, and opens it under the bar. */
export function WorkButton() {
  const { data: work } = useQuery(workQuery)
  const things = work && thingsOf(work)
  useLikelyCode(preloadVerifying, work?.rows.some(({ step }) => step === 'verify') === true)
  const address = useLocation({ select: ({ href }) => href })
  const [openAt, setOpenAt] = useState<string>()
  // The bar stays usable beside the panel: every navigation closes it.
  if (openAt !== undefined && openAt !== address) setOpenAt(undefined)
  const isOpen = openAt === address
  return (
    <>
      <button
        type="button"
        className={classes.tool}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpenAt(isOpen ? undefined : address)}
      >
        <IconListCheck size={20} aria-hidden />
        <span className="el-hidden-tablet el-strong">My work</span>{' '}
        {things !== undefined && (
          <>
            <CountBadge count={things} />
            <VisuallyHidden>
              {things === 0 ? 'nothing to do' : things === 1 ? 'thing to do' : 'things to do'}
            </VisuallyHidden>
          </>
        )}
      </button>
      {/* It stays open under the form that it opens, for the next task. */}
      {isOpen && <MyWorkPanel work={work} onClose={() => setOpenAt(undefined)} />}
    </>
  )
}
