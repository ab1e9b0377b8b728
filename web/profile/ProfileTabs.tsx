import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Tabs.css'
import { Tabs } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './ProfileTabs.module.css'

const tabs = ['Profile', 'History'] as const
export type ProfileTab = (typeof tabs)[number]

type ProfileTabsProps = {
  open: ProfileTab
  onOpen: (tab: ProfileTab) => void
  /** What the open one shows. */
  children: ReactNode
}

export const ProfileTabs = ({ open, onOpen, children }: ProfileTabsProps) => (
  <Tabs
    value={open}
    onChange={(value) => onOpen(tabs.find((tab) => tab === value) ?? 'Profile')}
    classNames={{ list: classes.list ?? '', tab: classes.tab ?? '', panel: classes.panel ?? '' }}
  >
    <Tabs.List aria-label="Parts of the profile">
      {tabs.map((tab) => (
        <Tabs.Tab key={tab} value={tab}>
          {tab}
        </Tabs.Tab>
      ))}
    </Tabs.List>
    {tabs.map((tab) => (
      <Tabs.Panel key={tab} value={tab}>
        {tab === open && children}
      </Tabs.Panel>
    ))}
  </Tabs>
)
