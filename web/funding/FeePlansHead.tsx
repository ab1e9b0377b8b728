import { IconListDetails } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { HeadLink, PageHead } from '../ui/PageHead.tsx'
import { feePlans } from './feePlans.ts'

/** The item of the head's menu that opens the fee plans of a year. */
export const FeePlansItem = ({ year }: { year: string }) => (
  <HeadLink icon={IconListDetails} search={feePlans(year)} openedFrom="funding">
    Fee plans
  </HeadLink>
)

type FeePlansHeadProps = { year: string; primary?: ReactNode; children?: ReactNode }

/** The head of a view whose list is not downloaded as it is shown. */
export const FeePlansHead = ({ year, primary, children }: FeePlansHeadProps) => (
  <PageHead title="Funding" primary={primary}>
    <FeePlansItem year={year} />
    {children}
  </PageHead>
)
