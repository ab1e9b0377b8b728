import sharp from 'sharp'
import type { Pick } from './createPick.ts'

const SIZE = 480
const backgrounds = ['#d3e7e4', '#f8e3bd', '#dbe6f7', '#f7dbd3', '#e2ecd9', '#eadff2']
const skins = ['#6b4226', '#7d4e2d', '#5a3620', '#8a5a36']
const hairs = ['#17110d', '#241a14', '#0f0c0a']
const jumpers = ['#0f5a5c', '#7a1f2b', '#1f3f7a', '#2f5d34', '#4a2a63', '#8a5a00']

/** A drawn portrait: nobody's child stands for a student of the sample charity. */
export function drawPicture(pick: Pick, isGirl: boolean): Promise<Buffer> {
  const skin = pick(skins)
  const hair = pick(hairs)
  const jumper = pick(jumpers)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 120 120">
    <rect width="120" height="120" fill="${pick(backgrounds)}"/>
    ${isGirl ? girlsHair(pick, hair) : `<ellipse cx="60" cy="42" rx="24" ry="22" fill="${hair}"/>`}
    <path d="M18 122c2-26 18-36 42-36s40 10 42 36z" fill="${jumper}"/>
    <path d="M48 86l12 14 12-14-4-6H52z" fill="#fbfbf6"/>
    <rect x="53" y="70" width="14" height="18" rx="6" fill="${skin}"/>
    <ellipse cx="60" cy="54" rx="20" ry="24" fill="${skin}"/>
    <path d="M40 48c2-16 10-22 20-22s18 6 20 22c-6-8-12-10-20-10s-14 2-20 10z" fill="${hair}"/>
    <ellipse cx="52" cy="55" rx="2.2" ry="2.8" fill="#120d0a"/><ellipse cx="68" cy="55" rx="2.2" ry="2.8" fill="#120d0a"/>
    <path d="M47 49q5-3 9 0M64 49q5-3 9 0" stroke="#120d0a" stroke-width="1.6" fill="none" stroke-linecap="round"/>
    <path d="M52 ${pick(['66q8 7 16 0', '67q8 5 16 0', '66q8 9 16 0'])}" stroke="#3a140d" stroke-width="2" fill="none" stroke-linecap="round"/>
  </svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 88 }).toBuffer()
}

const girlsHair = (pick: Pick, hair: string) =>
  pick([
    `<circle cx="60" cy="24" r="11" fill="${hair}"/><ellipse cx="60" cy="44" rx="25" ry="23" fill="${hair}"/>`,
    `<circle cx="36" cy="38" r="10" fill="${hair}"/><circle cx="84" cy="38" r="10" fill="${hair}"/><ellipse cx="60" cy="43" rx="24" ry="22" fill="${hair}"/>`,
    `<path d="M34 46c0-20 12-28 26-28s26 8 26 28c0 16 2 26 4 34H30c2-8 4-18 4-34z" fill="${hair}"/>`,
  ])
