import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './CardHead.module.css'

type CardHeadProps = { title: ReactNode; about?: ReactNode; children?: ReactNode }

/** The head of a card, with the actions for all of its rows. */
export const CardHead = ({ title, about, children }: CardHeadProps) => (
  <div className={classes.head}>
    <div>
      <h2 className="el-h2">{title}</h2>
      {about && (
        <Text size="ui" c="gray" mt={1}>
          {about}
        </Text>
      )}
    </div>
    {children}
  </div>
)
