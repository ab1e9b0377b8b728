import { drive, median } from './drive.ts'
import { launch, launchElimu } from './launch.ts'
import { prepareData } from './prepareData.ts'
import { signedInHeaders } from './signedIn.ts'
import { rmSync, readFileSync } from 'node:fs'
const { dataDir } = await prepareData()
const elimu = await launchElimu({ DATA_DIR: dataDir }); const floor = await launch({ file: 'bench/floor.ts', env: { DATA_DIR: dataDir } })
const headers = await signedInHeaders(elimu.url)
const p = '/api/getUsers?page=1&size=25'
// CPU of the main thread only, in µs
const cpu = (pid: number) => { const s = readFileSync(`/proc/${pid}/task/${pid}/stat`, 'utf8').split(') ')[1]!.split(' '); return (Number(s[11]) + Number(s[12])) * 10_000 }
async function go(r: { url: string, pid: number }, s: number) { const c = cpu(r.pid); const d = await drive({ url: r.url + p, headers }, s); return { us: (cpu(r.pid) - c) / (d.perSecond * s), rps: d.perSecond } }
await go(elimu, 3); await go(floor, 2)
const e: any[] = [], f: any[] = []
for (let i = 0; i < 4; i++) { e.push(await go(elimu, 2)); f.push(await go(floor, 2)) }
const m = (a: any[], k: string) => Math.round(median(a.map(x => x[k])))
console.log(process.argv[2]!.padEnd(24), 'rps', m(e, 'rps'), m(f, 'rps'), Math.round(m(e, 'rps') / m(f, 'rps') * 100) + '%', 'cpu µs/req', m(e, 'us'), m(f, 'us'), Math.round(m(f, 'us') / m(e, 'us') * 100) + '%')
await elimu.stop(); await floor.stop(); rmSync(dataDir, { recursive: true })
