// The JSON that the server answers with, as types only: no page loads this file. The same shapes stand
// in the OpenAPI description at /api/openapi.json. A vertex is a point's text, "D4", or "pass". `stones`
// are rows from the top, made of `.`, `X` and `O`.

/** @typedef {"B" | "W"} Color */
/** @typedef {"win" | "lose" | "ko" | "open"} Verdict */

/**
 * The state of the server.
 * @typedef {object} Status
 * @property {string} honte  its version
 * @property {string[]} modes  the modes it offers
 * @property {string} kernels  cold, warming, warm or failed
 */

/**
 * @typedef {object} Rules
 * @property {string} name
 * @property {string} scoring
 * @property {number} komi
 * @property {number} passes_to_end
 */

/**
 * A move that follows in the record; `on_line` marks the one that redo plays.
 * @typedef {{ number: number, color: Color, vertex: string, on_line: boolean }} Choice
 */

/**
 * What the record says of the position shown.
 * @typedef {object} GameRecord
 * @property {Choice[]} choices  the moves that follow
 * @property {boolean} main  whether the main line is on the board
 * @property {string} comment
 * @property {Record<string, import("./page.js").Marker>} marks
 */

/**
 * @typedef {object} Game
 * @property {string} id
 * @property {number} version
 * @property {string} title
 * @property {number} cols
 * @property {number} rows
 * @property {Rules} rules
 * @property {Record<Color, string>} players
 * @property {{ color: Color, level: string } | null} opponent  the side that the computer plays, and its level
 * @property {"play" | "counting" | "finished"} phase
 * @property {Color} to_play
 * @property {number} move_number
 * @property {string[]} moves  color and vertex; those after move_number are undone
 * @property {string[]} stones
 * @property {string | null} last
 * @property {string[]} captured  what the last move took off
 * @property {string | null} ko
 * @property {Record<string, string>} illegal  points that may not be played, and why
 * @property {Record<Color, number>} prisoners  stones that each side has lost
 * @property {number} passes  passes in a row
 * @property {GameRecord} record
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {string | null} result
 * @property {number} handicap
 * @property {Record<string, string>} facts  title, players, ranks, date and result of the whole game
 */

/**
 * A game in the list of games; `updated` is in seconds since 1970.
 * @typedef {object} GameSummary
 * @property {string} id
 * @property {string} title
 * @property {number} cols
 * @property {number} rows
 * @property {number} moves
 * @property {string | null} result
 * @property {Record<string, string>} players
 * @property {number} updated
 */

/**
 * All nodes of a record, the parent before its children, and the node of every position of the line.
 * @typedef {object} RecordTree
 * @property {[parent: number, move: string, says: number][]} nodes  -1 is the parent of the root
 * @property {number[]} line
 */

/**
 * One way of counting; the parts of each side's score have the names of PARTS in count/panel.js.
 * @typedef {object} Score
 * @property {string} scoring
 * @property {number} margin  in points, positive for Black
 * @property {Record<string, number>} black
 * @property {Record<string, number>} white
 */

/**
 * A board being counted.
 * @typedef {object} CountState
 * @property {Game} game
 * @property {"play" | "open" | "agreed"} state
 * @property {string[]} dead
 * @property {Color[]} agreed
 * @property {string} own  the game's own way of counting
 * @property {Record<string, Score>} scores
 * @property {Record<"B" | "W" | "dame" | "seki" | "fill", string[]>} points
 * @property {boolean} proposed
 * @property {string} open  why the game is not finished; empty if it is
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 */

/**
 * The board after some moves of a game.
 * @typedef {object} GameAt
 * @property {number} move
 * @property {number} moves
 * @property {GameRecord} record
 * @property {string[]} stones
 * @property {string | null} last
 * @property {Color} to_play
 * @property {Record<Color, number>} prisoners  stones that each side has lost
 */

/**
 * Who owns what, from -1 for White to 1 for Black. The page sets `stale` while it waits for the next.
 * @typedef {object} Estimate
 * @property {number} margin  in points, positive for Black
 * @property {number | null} error  in points
 * @property {number} black_chance  0 to 1
 * @property {number} black_area
 * @property {number} white_area
 * @property {string[]} dead
 * @property {number[][]} ownership  rows from the top
 * @property {boolean} [stale]
 */

/**
 * @typedef {object} Moyo
 * @property {{ s: number, s_dropped: number, s_atsumi: number }} totals
 * @property {Record<string, number>} atsumi
 * @property {Record<string, number>} enclosed
 * @property {Record<string, string>} pairs
 * @property {{ color: Color, points: string[] }[]} regions
 */

/** @typedef {{ default: string, models: Record<string, string> }} Models */
/** @typedef {[move: number, margin: number, error: number | null]} CurvePoint */

/**
 * What the network says of a move: points lost, and what it would have played with which chance.
 * @typedef {object} ReviewedMove
 * @property {number} move  from 1
 * @property {Color} color
 * @property {string} vertex
 * @property {number} lost
 * @property {[vertex: string, chance: number][]} would
 * @property {string[]} line  how play would have gone on
 */

/**
 * A group whose life was in question, and the answer.
 * @typedef {object} Fight
 * @property {number} number
 * @property {string} title
 * @property {Color} color
 * @property {number} move  the board stands before it
 * @property {boolean} at_end  whether the game stops here
 * @property {string[]} target
 * @property {string[]} best
 * @property {string} question
 * @property {"yes" | "no" | "ko" | "open"} result
 * @property {boolean} firm  whether a proof settles the question
 * @property {string[]} area  where the proof was found
 * @property {boolean} waiting
 * @property {string[]} text
 * @property {string | null} sgf
 */

/**
 * A review so far.
 * @typedef {object} GameReview
 * @property {"moves" | "fights" | "done" | "stopped"} stage
 * @property {number} length  moves of the game
 * @property {string} note
 * @property {[margin: number, error: number, chance: number][]} curve
 * @property {ReviewedMove[]} moves
 * @property {number[]} worst
 * @property {Fight[]} fights
 */

/**
 * A search as the server reports it; what `progress` and `answer` hold depends on its kind.
 * @typedef {object} Job
 * @property {string} [id]
 * @property {string} [state]
 * @property {number} [seconds]
 * @property {Progress} [progress]
 * @property {any} [answer]
 * @property {{ code?: string, message: string } | null} [error]
 * @property {string} [note]  what happened to the search that its answer does not say
 */

/**
 * What a running search has found so far.
 * @typedef {object} Progress
 * @property {number} [nodes]
 * @property {string} [task]
 * @property {number} [depth]
 * @property {number} [score]
 * @property {string[]} [line]
 * @property {Considered[]} [considered]
 * @property {CurvePoint[]} [points]
 */

/**
 * A first move under search. A number counts the positions that still have to be settled, at least.
 * @typedef {[vertex: string, verdict: Verdict, toWin: number, toFail: number]} Considered
 */

/**
 * Perfect play from a small board: bounds of Black's margin, of the board and of every move.
 * @typedef {object} SmallSolution
 * @property {number} low
 * @property {number} high
 * @property {boolean} proved
 * @property {string[]} best
 * @property {boolean} best_proved  whether exactly these moves are proved to be best
 * @property {Record<string, [low: number, high: number]>} moves
 * @property {string[]} line
 * @property {boolean} repetition
 */

/** @typedef {{ before: SmallSolution | null, after: SmallSolution, reply: string }} PerfectReply */

/** @typedef {{ attacker: Color, defender: Color, goal: string }} Roles */

/**
 * A problem in play.
 * @typedef {object} Problem
 * @property {string} id
 * @property {number} version
 * @property {string} name
 * @property {string} comment
 * @property {number} cols
 * @property {number} rows
 * @property {string[]} stones
 * @property {string[]} keystones
 * @property {string[] | null} area  the points that may be played; null for all
 * @property {Roles | null} roles
 * @property {Color} first  the side that plays first
 * @property {Color} to_play
 * @property {string[]} moves
 * @property {number} move_number
 * @property {string | null} last
 * @property {string[]} captured
 * @property {Record<string, string>} illegal
 * @property {boolean} taken  whether the attacker has what it wants
 * @property {boolean} over  whether no move is left to play
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 * @property {boolean} solved  whether it was ever solved
 * @property {boolean} aided  whether it was solved with help only
 * @property {number} tries
 * @property {Color} player  the side that the person plays
 * @property {number} mistakes  of this try
 * @property {boolean} helped  whether something was shown in this try
 * @property {boolean} done  whether this try is solved
 * @property {boolean} failed  whether the line on the board has a wrong move
 * @property {string} task  "Black to kill the 4 stones at C3"
 * @property {string} likely  the likeliest aim while no target is known; otherwise ""
 * @property {boolean} found  whether a search found target or area; the file did not give both
 * @property {boolean} has_book  whether the file has a solution
 * @property {string} note  what was changed or left out when the file was read
 * @property {[string, string] | null} view  two opposite corners of the part to show; null for the whole board
 */

/**
 * @typedef {{ id: string, name: string, solved: boolean, aided: boolean, tries: number, changed: number }}
 *   ProblemSummary  `changed` in seconds since 1970
 */
/** @typedef {{ step: number, text: string, region: string[], move: string | null }} Hint */
/** @typedef {{ task: string, reason: string, target: string[] }} Reading */
/** @typedef {{ moves: string[], right: boolean | null, comment: string }} BookLine */
/** @typedef {{ right: string[], marked: boolean, lines: BookLine[], compared: string[] }} Book */

/**
 * What a search of a problem found.
 * @typedef {object} ProblemSolution
 * @property {Verdict} verdict
 * @property {string} text
 * @property {boolean} proved
 * @property {string[]} [notes]  where the answer holds
 * @property {string} [at_stake]  what is at stake, such as "life of the 4 stones at C3"
 * @property {string[]} [zone]  the points on which a proved death or life rests
 * @property {string[]} [race]  who wins a race, in sentences
 * @property {string} move
 * @property {string[]} best
 * @property {Record<string, Verdict>} moves
 * @property {string[]} line
 * @property {number} nodes
 */

/**
 * What the server says of a move in a problem, and its reply.
 * @typedef {object} Judgement
 * @property {"right" | "wrong" | "hopeless" | "unknown"} judged
 * @property {string} text  both in words
 * @property {string} book  where the book of the file says something else
 * @property {string | null} reply  null when nothing is left to play
 * @property {"captured" | "dead" | "alive" | "seki" | "ko" | null} ends
 * @property {boolean} solved  whether this try is solved
 * @property {boolean} helped
 * @property {number} mistakes
 */

/**
 * A problem being made; `faults` say why it is not valid yet.
 * @typedef {object} Edit
 * @property {string} id
 * @property {number} version
 * @property {number} cols
 * @property {number} rows
 * @property {string[]} stones
 * @property {string[]} keystones
 * @property {string[] | null} area
 * @property {Color} to_play
 * @property {"all" | "any"} capture
 * @property {Record<Color, number>} threats
 * @property {Roles | null} roles
 * @property {string} name
 * @property {string} comment
 * @property {string[]} faults
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 */

/**
 * A SameGame board: `tiles` are rows from the top, digits for colors and `.` for empty cells.
 * @typedef {object} Tiles
 * @property {string} id
 * @property {number} version
 * @property {string} variant
 * @property {number} cols
 * @property {number} rows
 * @property {string[]} tiles
 * @property {{ points: string[], worth: number }[]} groups  the moves there are
 * @property {number[]} scores
 * @property {number} taken  tiles of the last move
 * @property {number} left
 * @property {boolean} over
 * @property {number} to_play  0 you, 1 the computer
 * @property {boolean} can_undo
 * @property {boolean} can_redo
 */

/** @typedef {{ move: string, group: string[], size: number, tiles: string[] }} Frame */
/** @typedef {{ frames: Frame[], proved: boolean, score: number, cleared: boolean }} TileSequence */

export {};
