// Times the JavaScript peers that resolve from the folder given as the first argument and prints one
// JSON object: figures per second. Called by peers.py, never by itself.
const { createRequire } = require('module')
const path = require('path')

const load = createRequire(path.join(path.resolve(process.argv[2]), 'x.js'))
const game = JSON.parse(process.argv[3]) // [[sign, x, y], ...]
const seconds = Number(process.argv[4])

const attempt = name => {
  try {
    return load(name)
  } catch (error) {
    return null
  }
}
const emptyBoard = size => [...Array(size)].map(() => Array(size).fill(0))

async function rate(work, unit = 1) {
  for (let i = 0; i < 3; i++) await work()
  const start = process.hrtime.bigint()
  let count = 0
  let spent = 0
  while (spent < seconds) {
    for (let i = 0; i < 4; i++) await work()
    count += 4
    spent = Number(process.hrtime.bigint() - start) / 1e9
  }
  return (count * unit) / spent
}

async function main() {
  const figures = {}
  const deadstones = attempt('@sabaki/deadstones')
  if (deadstones) {
    for (const size of [9, 19]) {
      const board = emptyBoard(size)
      figures[`deadstones playouts ${size}`] = await rate(() => deadstones.playTillEnd(board, 1))
    }
  }
  const Board = attempt('@sabaki/go-board')
  if (Board) {
    const signMap = emptyBoard(19)
    const played = game.reduce((board, [sign, x, y]) => board.makeMove(sign, [x, y]), new Board(signMap))
    figures['go-board placements'] = await rate(
      () => game.reduce((board, [sign, x, y]) => board.makeMove(sign, [x, y]), new Board(signMap)),
      game.length
    )
    figures['go-board legal moves'] = await rate(() => {
      for (let y = 0; y < 19; y++) {
        for (let x = 0; x < 19; x++) {
          const { overwrite, suicide, ko } = played.analyzeMove(1, [x, y])
          if (overwrite || suicide || ko) continue
        }
      }
    })
  }
  console.log(JSON.stringify(figures))
}

main()
