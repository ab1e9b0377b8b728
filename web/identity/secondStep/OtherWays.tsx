import {
  IconChevronRight,
  IconDeviceMobile,
  IconFingerprint,
  IconKey,
  IconLifebuoy,
} from '@tabler/icons-react'
import classes from './secondStep.module.css'

/** The ways to prove who one is. */
export type Way = 'totp' | 'passkey' | 'recovery' | 'password'

const words = {
  totp: { Icon: IconDeviceMobile, phrase: 'Use a code from the app' },
  passkey: { Icon: IconFingerprint, phrase: 'Use a passkey instead' },
  recovery: { Icon: IconLifebuoy, phrase: 'Use a recovery code' },
  password: { Icon: IconKey, phrase: 'Use your password' },
}

type OtherWaysProps = { ways: readonly Way[]; way: Way; isOff?: boolean; onChoose: (way: Way) => void }

/** The ways that are not chosen, as rows below the form. */
export function OtherWays({ ways, way, isOff = false, onChoose }: OtherWaysProps) {
  const others = ways.filter((each) => each !== way)
  if (others.length === 0) return null
  return (
    <ul className={`el-ruled ${classes.ways}`}>
      {others.map((other) => {
        const { Icon, phrase } = words[other]
        return (
          <li key={other}>
            <button type="button" className="el-link el-row" disabled={isOff} onClick={() => onChoose(other)}>
              <Icon size={20} aria-hidden />
              {phrase}
              <IconChevronRight size={18} aria-hidden />
            </button>
          </li>
        )
      })}
    </ul>
  )
}
