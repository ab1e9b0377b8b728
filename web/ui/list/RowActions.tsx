import { Menu } from '@mantine/core'
import { IconDotsVertical } from '@tabler/icons-react'
import { useRef } from 'react'
import icon from '../IconButton.module.css'
import { IconButton, type RowAction } from '../IconButton.tsx'
import classes from './ListTable.module.css'

type RowActionsProps = {
  /** The record that the actions change. */
  name: string
  actions: RowAction[]
}

/** The actions of a row, each by its icon. */
export const RowIcons = ({ actions }: Pick<RowActionsProps, 'actions'>) => (
  <div className={classes.actions}>
    {actions.map((action) => (
      <IconButton key={action.word} {...action} />
    ))}
  </div>
)

/** The same in a narrow table: the first as an icon, the others in a menu, which also gives the reason for the first. */
export function RowMenu({ name, actions }: RowActionsProps) {
  const [first, ...others] = actions
  const isLocked = first?.reason !== undefined
  return (
    <div className={classes.actions}>
      {first && <IconButton {...first} isSkipped={isLocked} />}
      <MoreMenu name={name} actions={isLocked ? actions : others} />
    </div>
  )
}

/** The actions in a menu alone. Omits unavailable ones and shows the reason. */
export function MoreMenu({ name, actions }: RowActionsProps) {
  const button = useRef<HTMLButtonElement>(null)
  const possible = actions.filter(({ reason }) => reason === undefined)
  const reasons = new Set(actions.flatMap(({ reason }) => reason ?? []))
  return (
    <Menu position="bottom-end" width={232} portalProps={{ target: '#content' }}>
      <Menu.Target>
        <button ref={button} type="button" className={icon.button} aria-label={`More for ${name}`}>
          <IconDotsVertical size={20} aria-hidden />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {[...reasons].map((reason) => (
          <Menu.Label key={reason}>{reason}</Menu.Label>
        ))}
        {possible.map(({ icon: Icon, word, phrase = word, isDanger = false, onClick }) => (
          <Menu.Item
            key={phrase}
            {...(isDanger && { color: 'red' })}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => {
              // A dialog returns the focus to this button, because the menu item no longer exists by then.
              button.current?.focus()
              onClick()
            }}
          >
            {phrase}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
